; RUN: tollgate run %s --fn f --args 12,10
; RUN: tollgate run %s --fn f --args -1,7
; CLAUSE: 'and' Instruction: bit by bit
define i8 @f(i8 %a, i8 %b) {
  %r = and i8 %a, %b
  ret i8 %r
}
