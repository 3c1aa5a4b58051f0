; RUN: tollgate run %s --fn f --args <1,poison,3,4>
; CLAUSE: 'bitcast .. to' Instruction: a lane of the result is poison if any lane that it takes bits from is
target datalayout = "e"

define <2 x i16> @f(<4 x i8> %a) {
  %r = bitcast <4 x i8> %a to <2 x i16>
  ret <2 x i16> %r
}
