; RUN: tollgate run %s --fn f --args -7,2
; RUN: tollgate run %s --fn f --args 7,-2
; RUN: tollgate run %s --fn f --args -7,-2
; RUN: tollgate run %s --fn f --args -128,2
; CLAUSE: 'sdiv' Instruction: the quotient is rounded towards zero
define i8 @f(i8 %a, i8 %b) {
  %r = sdiv i8 %a, %b
  ret i8 %r
}
