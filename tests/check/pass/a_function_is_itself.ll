; RUN: tollgate check %s %s --no-shortcuts --no-refute
; A function refines itself. Promises of loads from stack slots (`!noundef`, `!range`, ...) count on both sides, where a source could do without them; so do lifetimes. (§10.3, §11.20)
declare void @use(i8)
declare i8 @answer(i8)
declare i8 @llvm.umax.i8(i8, i8)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define i8 @defined(i8 %x) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  %v = load i8, ptr %slot, !noundef !0
  ret i8 %v
}
define i8 @in_range(i8 %x) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  %v = load i8, ptr %slot, !range !1, !noundef !0
  ret i8 %v
}
define i8 @on_one_path(i8 %x, i1 %c) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  br i1 %c, label %then, label %join
then:
  %v = load i8, ptr %slot, !range !1, !noundef !0
  call void @use(i8 %v)
  br label %join
join:
  %w = load i8, ptr %slot, !range !1
  ret i8 %w
}
define ptr @pointers(ptr %x, i1 %c) {
  %slot = alloca ptr
  store ptr %x, ptr %slot
  br i1 %c, label %then, label %otherwise
then:
  %v = load ptr, ptr %slot, !nonnull !0, !align !2, !noundef !0
  ret ptr %v
otherwise:
  %w = load ptr, ptr %slot, !nonnull !0, !dereferenceable !2
  ret ptr %w
}
define i8 @in_a_loop(i8 %n) {
entry:
  %sum = alloca i8
  %i = alloca i8
  store i8 0, ptr %sum
  store i8 0, ptr %i
  br label %loop
loop:
  %at = load i8, ptr %i, !range !1, !noundef !0
  %before = load i8, ptr %sum, !noundef !0
  %after = add i8 %before, %at
  store i8 %after, ptr %sum
  %next = add nuw i8 %at, 1
  store i8 %next, ptr %i
  %goes_on = icmp ult i8 %next, %n
  br i1 %goes_on, label %loop, label %exit
exit:
  %r = load i8, ptr %sum, !range !1
  ret i8 %r
}
define i8 @of_calls(i8 range(i8 0, 2) %x, ptr %p) {
  %v = load i8, ptr %p, !range !1
  %r = call range(i8 0, 5) i8 @answer(i8 noundef %v)
  %z = call noundef i8 @llvm.umax.i8(i8 %r, i8 noundef %v)
  ret i8 %z
}
define i8 @never_written() {
  %slot = alloca i8
  %v = load i8, ptr %slot, !noundef !0
  ret i8 %v
}
define i8 @divided(i8 %x) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  %v = load i8, ptr %slot, !range !1
  %y = udiv i8 100, %v
  ret i8 %y
}
define i8 @before_its_lifetime(i8 %x, i1 %c) {
  %slot = alloca i8
  br i1 %c, label %then, label %join
then:
  call void @llvm.lifetime.start.p0(i64 1, ptr %slot)
  store i8 %x, ptr %slot
  br label %join
join:
  %v = load i8, ptr %slot
  ret i8 %v
}
!0 = !{}
!1 = !{i8 0, i8 2}
!2 = !{i64 8}
