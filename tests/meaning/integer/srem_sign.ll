; RUN: tollgate run %s --fn f --args -7,2
; RUN: tollgate run %s --fn f --args 7,-2
; RUN: tollgate run %s --fn f --args -8,2
; RUN: tollgate run %s --fn f --args -7,-2
; CLAUSE: 'srem' Instruction: the remainder has the sign of the dividend
define i8 @f(i8 %a, i8 %b) {
  %r = srem i8 %a, %b
  ret i8 %r
}
