; RUN: tollgate run %s --fn f --args <1,2,3,4>
; RUN: tollgate run %s --fn g --args 131073
; CLAUSE: bitcast: in big-endian layouts lane 0 is the highest part of the integer
target datalayout = "E"

define i32 @f(<4 x i8> %a) {
  %r = bitcast <4 x i8> %a to i32
  ret i32 %r
}

define <2 x i16> @g(i32 %a) {
  %r = bitcast i32 %a to <2 x i16>
  ret <2 x i16> %r
}
