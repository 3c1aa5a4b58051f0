; RUN: tollgate check --node-limit 1 %s
; Right pairs: they differ, if at all, in where objects lie, or in whether somebody has seen that as a number. None is `invalid`. (§1.2, §9.1)
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @x(ptr byval(i64) align 8)
declare void @any()
declare void @y(ptr)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)
declare void @llvm.assume(i1)
@s = internal global i64 0
@t = internal global i64 0
@u = internal global i64 0

; How aligned the slot is, is chosen.
define void @src1() {
  %s = alloca i64, align 4
  store i64 1, ptr %s, align 4
  call void @x(ptr byval(i64) align 8 %s)
  ret void
}
define void @tgt1() {
  %s = alloca i64, align 4
  store i64 1, ptr %s, align 4
  call void @x(ptr byval(i64) align 8 %s)
  ret void
}
define internal void @in(ptr byval(i64) align 8 %p) noinline {
  call void @x(ptr byval(i64) align 8 %p)
  ret void
}
define void @src2() {
  %s = alloca i64, align 4
  store i64 1, ptr %s, align 4
  call void @in(ptr byval(i64) align 8 %s)
  ret void
}
define void @tgt2() {
  %s = alloca i64, align 4
  store i64 1, ptr %s, align 4
  call void @in(ptr byval(i64) align 8 %s)
  ret void
}

; The target has seen the address before the call.
define i64 @src3() {
  call void @any()
  %r = load i64, ptr @s
  store i64 0, ptr @s
  ret i64 %r
}
define i64 @tgt3() {
  %i = ptrtoint ptr @s to i64
  call void @any()
  %r = load i64, ptr @s
  store i64 0, ptr @s
  ret i64 %r
}
define i64 @src4(ptr %q) {
  call void @any()
  %i = ptrtoint ptr @t to i64
  %r = load i64, ptr @t
  store i64 %i, ptr %q
  ret i64 %r
}
define i64 @tgt4(ptr %q) {
  %i = ptrtoint ptr @t to i64
  call void @any()
  %r = load i64, ptr @t
  store i64 %i, ptr %q
  ret i64 %r
}
define i64 @src5(ptr %q) {
  call void @any()
  %i = ptrtoint ptr @u to i64
  %r = load i64, ptr @u
  store i64 %i, ptr %q
  ret i64 %r
}
define i64 @tgt5(ptr %q) {
  call void @any()
  %r = load i64, ptr @u
  store i64 ptrtoint (ptr @u to i64), ptr %q
  ret i64 %r
}

; There is room for a number, and it is aligned as numbers are.
define void @src6(ptr sret(i64) %p) {
  store i64 1, ptr %p, align 1
  ret void
}
define void @tgt6(ptr sret(i64) %p) {
  store i64 1, ptr %p, align 8
  ret void
}
define void @src7(ptr sret(i64) %p, ptr %q) {
  %i = ptrtoint ptr %p to i64
  %a = and i64 %i, 7
  store i64 %a, ptr %q
  ret void
}
define void @tgt7(ptr sret(i64) %p, ptr %q) {
  store i64 0, ptr %q
  ret void
}

; Whether a slot can be read outside of its lifetime is disputed.
define void @src8() {
  %s = alloca i64
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  call void @y(ptr %s)
  ret void
}
define void @tgt8() {
  %s = alloca i64
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  call void @y(ptr dereferenceable(8) %s)
  ret void
}
define void @src9() {
  %s = alloca i64
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  ret void
}
define void @tgt9() {
  %s = alloca i64
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %s, i64 8)]
  ret void
}
