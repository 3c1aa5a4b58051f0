; RUN: tollgate run %s --fn f --args <5,5>,<2,1>
; CLAUSE: 'or' Instruction: disjoint is asked of each lane
define <2 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %r = or disjoint <2 x i8> %a, %b
  ret <2 x i8> %r
}
