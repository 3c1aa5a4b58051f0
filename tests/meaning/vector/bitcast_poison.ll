; RUN: tollgate run %s --fn f --args <1,0,3,poison>
; CLAUSE: bitcast: a poison lane poisons every lane of the result that it overlaps
target datalayout = "e"

define <2 x i16> @f(<4 x i8> %a) {
  %r = bitcast <4 x i8> %a to <2 x i16>
  ret <2 x i16> %r
}
