; RUN: tollgate run %s --fn f --args 3,1
; RUN: tollgate run %s --fn f --args 2,1
; RUN: tollgate run %s --fn f --args -128,7
; CLAUSE: 'lshr' Instruction: with exact a set bit that is shifted out gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = lshr exact i8 %a, %b
  ret i8 %r
}
