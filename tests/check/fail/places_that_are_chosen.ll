; RUN: tollgate check --node-limit 1 %s
; Near misses of right pairs: what is said of places here is broken wherever objects lie. (§1.2)
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @x(ptr byval(i64) align 8)
declare void @any()
declare void @given(ptr)
declare void @y(ptr)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)
declare void @llvm.assume(i1)
@s = internal global i64 0
@seen = global i64 0

; The slot is aligned to 8, and what is passed lies behind it.
define void @src1(ptr align 8 %p) {
  call void @x(ptr byval(i64) align 8 %p)
  ret void
}
define void @tgt1(ptr align 8 %p) {
  %q = getelementptr i8, ptr %p, i64 4
  call void @x(ptr byval(i64) align 8 %q)
  ret void
}
; Others see it by its name, or are given it.
define i64 @src2() {
  store i64 0, ptr @seen
  call void @any()
  %r = load i64, ptr @seen
  ret i64 %r
}
define i64 @tgt2() {
  store i64 0, ptr @seen
  call void @any()
  ret i64 0
}
define i64 @src3() {
  store i64 0, ptr @s
  call void @given(ptr @s)
  %r = load i64, ptr @s
  store i64 0, ptr @s
  ret i64 %r
}
define i64 @tgt3() {
  store i64 0, ptr @s
  call void @given(ptr @s)
  store i64 0, ptr @s
  ret i64 0
}
; More than the type asks for.
define void @src4(ptr sret(i64) %p) {
  store i64 1, ptr %p, align 8
  ret void
}
define void @tgt4(ptr sret(i64) %p) {
  store i64 1, ptr %p, align 16
  ret void
}
; `align` says it for the type.
define void @src5(ptr sret(i64) align 4 %p) {
  store i64 1, ptr %p, align 4
  ret void
}
define void @tgt5(ptr sret(i64) align 4 %p) {
  store i64 1, ptr %p, align 8
  ret void
}
; Nothing is said of what is passed by reference but that it is there.
define i64 @src6(ptr byref(i64) %p) {
  %v = load i64, ptr %p, align 1
  ret i64 %v
}
define i64 @tgt6(ptr byref(i64) %p) {
  %v = load i64, ptr %p, align 8
  ret i64 %v
}
; There are eight bytes and no more.
define void @src7() {
  %s = alloca i64
  call void @y(ptr %s)
  ret void
}
define void @tgt7() {
  %s = alloca i64
  call void @y(ptr dereferenceable(16) %s)
  ret void
}
define void @src8() {
  %s = alloca i64
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  ret void
}
define void @tgt8() {
  %s = alloca i64
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %s, i64 16)]
  ret void
}
