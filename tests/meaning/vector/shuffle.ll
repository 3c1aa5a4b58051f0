; RUN: tollgate run %s --fn f --args <1,2>,<3,4>
; CLAUSE: shufflevector: lanes of both operands, numbered through
target datalayout = "e"

define <4 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %r = shufflevector <2 x i8> %a, <2 x i8> %b, <4 x i32> <i32 3, i32 0, i32 0, i32 2>
  ret <4 x i8> %r
}
