; RUN: tollgate run %s --fn f --args 67305985
; CLAUSE: 'bitcast .. to' Instruction: in a little-endian module the low part of the integer becomes lane 0
target datalayout = "e"

define <4 x i8> @f(i32 %a) {
  %r = bitcast i32 %a to <4 x i8>
  ret <4 x i8> %r
}
