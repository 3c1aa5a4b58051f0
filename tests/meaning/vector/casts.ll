; RUN: tollgate run %s --fn f --args <-1,127>
; RUN: tollgate run %s --fn g --args <1.5,300.0>
; CLAUSE: casts: vectors are cast lane by lane
target datalayout = "e"

define <2 x i16> @f(<2 x i8> %a) {
  %r = sext <2 x i8> %a to <2 x i16>
  ret <2 x i16> %r
}

define <2 x i8> @g(<2 x float> %a) {
  %r = fptosi <2 x float> %a to <2 x i8>
  ret <2 x i8> %r
}
