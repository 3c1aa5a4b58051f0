; RUN: tollgate run %s --fn f --args 127,1
; RUN: tollgate run %s --fn f --args 255,1
; RUN: tollgate run %s --fn f --args -1,-1
; CLAUSE: 'add' Instruction: without flags the sum is taken modulo 2^n
define i8 @f(i8 %a, i8 %b) {
  %r = add i8 %a, %b
  ret i8 %r
}
