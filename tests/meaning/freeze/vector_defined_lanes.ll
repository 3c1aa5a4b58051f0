; RUN: tollgate run %s --fn f --args <poison,5>
; RUN: tollgate run %s --fn f --args <undef,-5>
; CLAUSE: 'freeze' Instruction: the defined lanes of a vector stay
define i8 @f(<2 x i8> %v) {
  %v.fixed = freeze <2 x i8> %v
  %r = extractelement <2 x i8> %v.fixed, i32 1
  ret i8 %r
}
