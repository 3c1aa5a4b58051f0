; RUN: tollgate run %s --fn f --args <513,poison>
; CLAUSE: 'bitcast .. to' Instruction: a poison lane that is split makes all its pieces poison
target datalayout = "e"

define <4 x i8> @f(<2 x i16> %a) {
  %r = bitcast <2 x i16> %a to <4 x i8>
  ret <4 x i8> %r
}
