; RUN: tollgate run %s --fn f --args <1,2>,<3,4>
; CLAUSE: 'shufflevector' Instruction: numbers count through the lanes of the first vector and then of the second
define <2 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %r = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 3, i32 0>
  ret <2 x i8> %r
}
