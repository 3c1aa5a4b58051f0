; RUN: tollgate run %s --fn f --args 16909060
; CLAUSE: 'bitcast .. to' Instruction: in a big-endian module the high part of the integer becomes lane 0
target datalayout = "E"

define <4 x i8> @f(i32 %a) {
  %r = bitcast i32 %a to <4 x i8>
  ret <4 x i8> %r
}
