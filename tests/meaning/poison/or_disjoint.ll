; RUN: tollgate run %s --fn f --args 5,2
; RUN: tollgate run %s --fn f --args 5,1
; CLAUSE: 'or' Instruction: with disjoint a bit that is set in both operands gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = or disjoint i8 %a, %b
  ret i8 %r
}
