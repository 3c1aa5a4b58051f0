; RUN: tollgate run %s --fn f --args <1,2,3,4>
; CLAUSE: 'bitcast .. to' Instruction: in a little-endian module lanes of one width are regrouped into lanes of another
target datalayout = "e"

define <2 x i16> @f(<4 x i8> %a) {
  %r = bitcast <4 x i8> %a to <2 x i16>
  ret <2 x i16> %r
}
