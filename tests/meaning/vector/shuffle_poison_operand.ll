; RUN: tollgate run %s --fn f --args <1,2>
; RUN: tollgate run %s --fn g --args <1,2>
; RUN: tollgate run %s --fn f --args <1,poison>
; CLAUSE: 'shufflevector' Instruction: lanes of a poison operand that the mask does not choose do not matter
define <2 x i8> @f(<2 x i8> %v) {
  %r = shufflevector <2 x i8> %v, <2 x i8> poison, <2 x i32> <i32 1, i32 0>
  ret <2 x i8> %r
}

define <2 x i8> @g(<2 x i8> %v) {
  %r = shufflevector <2 x i8> %v, <2 x i8> poison, <2 x i32> <i32 1, i32 2>
  ret <2 x i8> %r
}
