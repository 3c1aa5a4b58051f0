; RUN: tollgate check %s
; A broken promise of one lane, or of one part, need not make the others poison.

declare void @llvm.assume(i1)
declare <2 x i32> @g(i32) memory(none) nounwind willreturn
!0 = !{i32 0, i32 10}

define internal float @aaf0([1 x <2 x float>] %v) {
 %e = extractvalue [1 x <2 x float>] %v, 0
 %f = extractelement <2 x float> %e, i32 0
 ret float %f
}

define internal float @aaf([1 x <2 x float>] nofpclass(nan) %v) {
 %e = extractvalue [1 x <2 x float>] %v, 0
 %f = extractelement <2 x float> %e, i32 0
 ret float %f
}

define i32 @src2() {
 %v = call <2 x i32> @g(i32 1)
 %e = extractelement <2 x i32> %v, i32 0
 %c = icmp ult i32 %e, 10
 call void @llvm.assume(i1 %c)
 ret i32 %e
}

define i32 @tgt2() {
 %v = call <2 x i32> @g(i32 1), !range !0
 %e = extractelement <2 x i32> %v, i32 0
 %c = icmp ult i32 %e, 10
 call void @llvm.assume(i1 %c)
 ret i32 %e
}

define float @src6(float %y) {
 %v = insertelement <2 x float> <float 1.0, float 2.0>, float %y, i32 1
 %w = insertvalue [1 x <2 x float>] poison, <2 x float> %v, 0
 %r = call float @aaf0([1 x <2 x float>] %w)
 ret float %r
}

define float @tgt6(float %y) {
 %v = insertelement <2 x float> <float 1.0, float 2.0>, float %y, i32 1
 %w = insertvalue [1 x <2 x float>] poison, <2 x float> %v, 0
 %r = call float @aaf([1 x <2 x float>] %w)
 ret float %r
}
