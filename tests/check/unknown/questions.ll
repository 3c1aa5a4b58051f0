; RUN: tollgate check %s --no-refute
; Near misses: a question that the source does not ask, or asks of something else, or later, or less often. (§11.20)
declare void @llvm.assume(i1)
declare noundef i32 @llvm.umax.i32(i32 noundef, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare float @llvm.fmuladd.f32(float, float, float)
declare void @see(i32)
declare void @see_ptr(ptr)
declare void @see_float(float)

; Of another pointer.
define void @src1(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret void
}
define void @tgt1(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) [ "align"(ptr %q, i64 8) ]
  ret void
}
; Of a larger number.
define void @src2(ptr %p) {
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 4) ]
  ret void
}
define void @tgt2(ptr %p) {
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 8) ]
  ret void
}
; Another question of the same.
define void @src3(ptr %p) {
  call void @llvm.assume(i1 true) [ "dereferenceable_or_null"(ptr %p, i64 4) ]
  ret void
}
define void @tgt3(ptr %p) {
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 4) ]
  ret void
}
; On one way only.
define void @src4(ptr %p, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret void
b:
  ret void
}
define void @tgt4(ptr %p, i1 noundef %c) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret void
}
; Behind a call that may not return.
define void @src5(ptr %p) {
  call void @see(i32 1)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret void
}
define void @tgt5(ptr %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  call void @see(i32 1)
  ret void
}
; Before a call that may free.
define void @src6(ptr %p) {
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 4) ]
  call void @see_ptr(ptr %p)
  ret void
}
define void @tgt6(ptr %p) {
  call void @see_ptr(ptr %p)
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 4) ]
  ret void
}
; In a loop that may not be run.
define void @src7(ptr %p, i32 noundef %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %x
b:
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  call void @see(i32 %i)
  %j = add i32 %i, 1
  br label %h
x:
  ret void
}
define void @tgt7(ptr %p, i32 noundef %n) {
e:
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %x
b:
  call void @see(i32 %i)
  %j = add i32 %i, 1
  br label %h
x:
  ret void
}
; What holds of poison need not hold of what refines it.
define void @src8(ptr %p, i64 %i) {
  %q = getelementptr inbounds i8, ptr %p, i64 %i
  call void @llvm.assume(i1 true) [ "align"(ptr %q, i64 8) ]
  ret void
}
define void @tgt8(ptr %p, i64 %i) {
  %q = getelementptr i8, ptr %p, i64 %i
  call void @llvm.assume(i1 true) [ "align"(ptr %q, i64 8) ]
  ret void
}
; Nothing follows from a question of the source but the same question: that a pointer is defined, for example.
define void @src9(ptr %p) {
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p) ]
  ret void
}
define void @tgt9(ptr %p) {
  %n = icmp ne ptr %p, null
  call void @llvm.assume(i1 %n)
  ret void
}
; Or that it can be read.
define void @src10(ptr %p) {
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 4), "align"(ptr %p, i64 4) ]
  ret void
}
define void @tgt10(ptr %p) {
  %v = load i32, ptr %p
  ret void
}
; What the declaration says in the source is not what a call says.
define i32 @src11(i32 %x, i32 %y) {
  %r = call i32 @llvm.umax.i32(i32 %x, i32 %y)
  ret i32 %r
}
define i32 @tgt11(i32 %x, i32 %y) {
  %r = call i32 @llvm.umax.i32(i32 noundef %x, i32 %y)
  ret i32 %r
}
; It says it of another operand.
define i32 @src12(i32 %x, i32 %y) {
  %r = call i32 @llvm.umax.i32(i32 %x, i32 %y)
  ret i32 0
}
define i32 @tgt12(i32 %x, i32 %y) {
  %r = call i32 @llvm.umax.i32(i32 %y, i32 %x)
  ret i32 0
}
; Another scope.
define i32 @src13(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !12
  store i32 2, ptr %q, !noalias !15
  %v = load i32, ptr %p, !alias.scope !12
  ret i32 %v
}
define i32 @tgt13(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !12
  store i32 2, ptr %q, !noalias !12
  %v = load i32, ptr %p, !alias.scope !12
  ret i32 %v
}
; A scope of another domain.
define i32 @src14(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !17
  store i32 2, ptr %q, !noalias !18
  %v = load i32, ptr %p, !alias.scope !17
  ret i32 %v
}
define i32 @tgt14(ptr %p, ptr %q) {
  store i32 1, ptr %p, !alias.scope !17
  store i32 2, ptr %q, !noalias !17
  %v = load i32, ptr %p, !alias.scope !17
  ret i32 %v
}
; The source chooses once, the target twice.
define float @src15(float %a, float %b) {
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @see_float(float %x)
  ret float %x
}
define float @tgt15(float %a, float %b) {
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @see_float(float %x)
  %y = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  ret float %y
}
; As often, but one of them was seen already.
define float @src16(float %a, float %b) {
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @see_float(float %x)
  %y = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  ret float %x
}
define float @tgt16(float %a, float %b) {
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @see_float(float %x)
  %y = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  ret float %y
}
; Once before the loop, and in each iteration.
define void @src17(float %a, float %b, i32 %n) {
e:
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  call void @see_float(float %x)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x1
x1:
  ret void
}
define void @tgt17(float %a, float %b, i32 %n) {
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
!14 = distinct !{!14, !10}
!15 = !{!14}
!16 = distinct !{!16}
!17 = !{!19}
!18 = !{!20}
!19 = distinct !{!19, !10}
!20 = distinct !{!20, !16}
