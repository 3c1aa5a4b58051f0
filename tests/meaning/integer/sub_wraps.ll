; RUN: tollgate run %s --fn f --args 0,1
; RUN: tollgate run %s --fn f --args -128,1
; CLAUSE: 'sub' Instruction: without flags the difference is taken modulo 2^n
define i8 @f(i8 %a, i8 %b) {
  %r = sub i8 %a, %b
  ret i8 %r
}
