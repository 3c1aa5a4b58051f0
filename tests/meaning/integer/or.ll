; RUN: tollgate run %s --fn f --args 12,10
; RUN: tollgate run %s --fn f --args -128,1
; CLAUSE: 'or' Instruction: bit by bit
define i8 @f(i8 %a, i8 %b) {
  %r = or i8 %a, %b
  ret i8 %r
}
