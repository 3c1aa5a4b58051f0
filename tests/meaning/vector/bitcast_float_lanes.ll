; RUN: tollgate run %s --fn f --args <1.0,-2.0>
; CLAUSE: 'bitcast .. to' Instruction: lanes of floats are their bits
target datalayout = "e"

define <2 x i32> @f(<2 x float> %a) {
  %r = bitcast <2 x float> %a to <2 x i32>
  ret <2 x i32> %r
}
