; RUN: tollgate run %s --fn f --args <1.0,nan,-3.0>
; RUN: tollgate run %s --fn f --args <1.0,5.0,poison>
; CLAUSE: 'llvm.vector.reduce.fmax.*' Intrinsic: the largest lane, where NaN gives way to numbers
define float @f(<3 x float> %v) {
  %r = call float @llvm.vector.reduce.fmax.v3f32(<3 x float> %v)
  ret float %r
}

declare float @llvm.vector.reduce.fmax.v3f32(<3 x float>)
