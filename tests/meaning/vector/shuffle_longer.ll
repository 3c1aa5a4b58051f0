; RUN: tollgate run %s --fn f --args <1,2>,<3,4>
; CLAUSE: 'shufflevector' Instruction: the result is as long as the mask
define <5 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %r = shufflevector <2 x i8> %a, <2 x i8> %b, <5 x i32> <i32 0, i32 0, i32 3, i32 1, i32 2>
  ret <5 x i8> %r
}
