; RUN: tollgate run %s --fn f --args <1.0,nan>
; RUN: tollgate run %s --fn f --args <1.0,2.0>
; CLAUSE: 'llvm.vector.reduce.fminimum.*' Intrinsic: one NaN lane makes it NaN
define i1 @f(<2 x float> %v) {
  %x = call float @llvm.vector.reduce.fminimum.v2f32(<2 x float> %v)
  %r = fcmp uno float %x, 0.000000e+00
  ret i1 %r
}

declare float @llvm.vector.reduce.fminimum.v2f32(<2 x float>)
