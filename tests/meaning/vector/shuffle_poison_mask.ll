; RUN: tollgate run %s --fn f --args <1,2>
; CLAUSE: shufflevector: a poison element of the mask gives a poison lane
target datalayout = "e"

define <2 x i8> @f(<2 x i8> %a) {
  %r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 1, i32 poison>
  ret <2 x i8> %r
}
