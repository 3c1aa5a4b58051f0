; RUN: tollgate check %s --no-refute
; What nobody here looks into is met by the same question of the source: bundles of assumptions, promises that only a declaration has, scopes without a text. (§11.20)
declare void @llvm.assume(i1)
declare noundef i32 @llvm.umax.i32(i32 noundef, i32)
declare float @llvm.fmuladd.f32(float, float, float)
declare void @see(i32)
declare void @see_float(float)

; The same bundles, with something else around them.
define i32 @src_same(ptr %p, i32 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "dereferenceable"(ptr %p, i64 4) ]
  %a = add i32 %x, 0
  ret i32 %a
}
define i32 @tgt_same(ptr %p, i32 %x) {
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 4), "align"(ptr %p, i64 8) ]
  ret i32 %x
}
; Asked on two ways, then before them.
define i32 @src_ways(ptr %p, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret i32 1
b:
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret i32 2
}
define i32 @tgt_ways(ptr %p, i1 noundef %c) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  %r = select i1 %c, i32 1, i32 2
  ret i32 %r
}
; Dropped.
define void @src_dropped(ptr %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "separate_storage"(ptr %p, ptr null) ]
  ret void
}
define void @tgt_dropped(ptr %p) {
  ret void
}
; Not null, of a pointer that may be poison.
define void @src_null(ptr %p) {
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p) ]
  call void @see(i32 1)
  ret void
}
define void @tgt_null(ptr %p) {
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p) ]
  call void @see(i32 1)
  ret void
}
; Not null, as a condition says, of a pointer that is defined.
define void @src_defined(ptr noundef %p) {
  %n = icmp ne ptr %p, null
  call void @llvm.assume(i1 %n)
  ret void
}
define void @tgt_defined(ptr noundef %p) {
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p) ]
  ret void
}
; The declaration says it to both.
define i32 @src_declared(i32 %x, i32 %y) {
  %r = call i32 @llvm.umax.i32(i32 %x, i32 %y)
  %s = add i32 %r, 0
  ret i32 %s
}
define i32 @tgt_declared(i32 %x, i32 %y) {
  %r = call i32 @llvm.umax.i32(i32 %x, i32 %y)
  ret i32 %r
}
; It says it to the target, where the value is defined.
define i32 @src_said(i32 noundef %x, i32 noundef %y) {
  %c = icmp ugt i32 %x, %y
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}
define i32 @tgt_said(i32 noundef %x, i32 noundef %y) {
  %r = call i32 @llvm.umax.i32(i32 %x, i32 %y)
  ret i32 %r
}
; Scopes and domains without a text.
define i32 @src_scopes(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !12
  store i32 2, ptr %q, !noalias !12
  %v = load i32, ptr %p, !alias.scope !12
  %w = add i32 %v, 0
  ret i32 %w
}
define i32 @tgt_scopes(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !15
  store i32 2, ptr %q, !noalias !15
  %v = load i32, ptr %p, !alias.scope !15
  ret i32 %v
}
; Each chooses for itself.
define float @src_choice(float %a, float %b) {
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @see_float(float %x)
  %y = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  ret float %y
}
define float @tgt_choice(float %a, float %b) {
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @see_float(float %x)
  %y = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  ret float %y
}
define void @src_choice_in_loop(float %a, float %b, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @see_float(float %x)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x1
x1:
  ret void
}
define void @tgt_choice_in_loop(float %a, float %b, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @see_float(float %x)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x1
x1:
  ret void
}
!10 = distinct !{!10}
!11 = distinct !{!11, !10}
!12 = !{!11}
!13 = distinct !{!13}
!14 = distinct !{!14, !13}
!15 = !{!14}
