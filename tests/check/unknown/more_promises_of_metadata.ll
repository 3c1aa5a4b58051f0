; RUN: tollgate check %s --no-refute
; Metadata that only the target has: about types, scopes, callees, iterations, precision. (§4.9)
declare void @f()
declare void @fp(ptr)
declare float @llvm.sqrt.f32(float)

; Fpmath added to division.
define float @src1(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}
define float @tgt1(float %a, float %b) {
  %r = fdiv float %a, %b, !fpmath !1
  ret float %r
}

; Fpmath added to sqrt.
define float @src2(float %a) {
  %r = call float @llvm.sqrt.f32(float %a)
  ret float %r
}
define float @tgt2(float %a) {
  %r = call float @llvm.sqrt.f32(float %a), !fpmath !1
  ret float %r
}

; Tbaa added on both accesses.
define i32 @src3(ptr %p, ptr %q) {
  store i32 1, ptr %p
  store float 2.0, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt3(ptr %p, ptr %q) {
  store i32 1, ptr %p, !tbaa !5
  store float 2.0, ptr %q, !tbaa !8
  %v = load i32, ptr %p, !tbaa !5
  ret i32 %v
}

; Tbaa added on one access.
define void @src4(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define void @tgt4(ptr %p) {
  store i32 1, ptr %p, !tbaa !5
  ret void
}

; Tbaa changed.
define i32 @src5(ptr %p) {
  %v = load i32, ptr %p, !tbaa !5
  ret i32 %v
}
define i32 @tgt5(ptr %p) {
  %v = load i32, ptr %p, !tbaa !8
  ret i32 %v
}

; Noalias scopes added.
define i32 @src6(ptr %p, ptr %q) {
  store i32 1, ptr %p
  store i32 2, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt6(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !12
  store i32 2, ptr %q, !noalias !12
  %v = load i32, ptr %p, !alias.scope !12
  ret i32 %v
}

; Invariant.group added.
define i32 @src7(ptr %p) {
  %v = load i32, ptr %p
  call void @fp(ptr %p)
  %w = load i32, ptr %p
  ret i32 %w
}
define i32 @tgt7(ptr %p) {
  %v = load i32, ptr %p, !invariant.group !0
  call void @fp(ptr %p)
  %w = load i32, ptr %p, !invariant.group !0
  ret i32 %w
}

; Callees added.
define void @src8(ptr %p) {
  call void %p()
  ret void
}
define void @tgt8(ptr %p) {
  call void %p(), !callees !13
  ret void
}

; Parallel accesses added.
define void @src9(ptr %p, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %q = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %q
  %i2 = add nuw i32 %i, 1
  %r = getelementptr i32, ptr %p, i32 %i2
  store i32 %v, ptr %r
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt9(ptr %p, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %q = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %q, !llvm.access.group !4
  %i2 = add nuw i32 %i, 1
  %r = getelementptr i32, ptr %p, i32 %i2
  store i32 %v, ptr %r, !llvm.access.group !4
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e, !llvm.loop !2
e:
  ret void
}

; Dereferenceable_or_null metadata.
define ptr @src10(ptr %p) {
  %v = load ptr, ptr %p
  ret ptr %v
}
define ptr @tgt10(ptr %p) {
  %v = load ptr, ptr %p, !dereferenceable_or_null !14
  ret ptr %v
}

!0 = !{}
!1 = !{float 2.5}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.parallel_accesses", !4}
!4 = distinct !{}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7}
!7 = !{!"root"}
!8 = !{!9, !9, i64 0}
!9 = !{!"float", !7}
!10 = distinct !{!10}
!11 = distinct !{!11, !10}
!12 = !{!11}
!13 = !{ptr @f}
!14 = !{i64 8}
