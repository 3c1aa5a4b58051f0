; RUN: tollgate run %s --fn f --args -3,1
; RUN: tollgate run %s --fn f --args -4,1
; CLAUSE: 'ashr' Instruction: with exact a set bit that is shifted out gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = ashr exact i8 %a, %b
  ret i8 %r
}
