; RUN: tollgate check %s
; Near misses of right pairs: nothing that is promised is broken.
declare void @keep(ptr)
declare void @any()
declare void @taken(ptr)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare ptr @same(ptr returned)
declare noalias ptr @room(i64) allocsize(0)
declare void @copy(ptr byval(i64))
@g = global i32 0

; The call that leads outside is no tail call.
define internal void @calls() noinline {
  call void @any()
  ret void
}
define i32 @src1() {
  %s = alloca i32, align 4
  call void @keep(ptr %s)
  store i32 2, ptr %s
  call void @calls()
  %r = load i32, ptr %s
  ret i32 %r
}
define i32 @tgt1() {
  %s = alloca i32, align 4
  call void @keep(ptr %s)
  store i32 2, ptr %s
  call void @calls()
  ret i32 2
}
; What is passed by value is copied before a tail call begins.
define void @src2() {
  %s = alloca i64
  store i64 1, ptr %s
  tail call void @copy(ptr byval(i64) %s)
  ret void
}
define void @tgt2() {
  %s = alloca i64
  store i64 2, ptr %s
  tail call void @copy(ptr byval(i64) %s)
  ret void
}
; Nothing is said of memory: each call makes an object.
define internal ptr @makes() nounwind willreturn noinline {
  %p = call ptr @malloc(i64 4)
  ret ptr %p
}
define i32 @src3() {
  %a = call ptr @makes()
  %b = call ptr @makes()
  store i32 1, ptr %a
  store i32 2, ptr %b
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt3() {
  %a = call ptr @makes()
  store i32 1, ptr %a
  store i32 2, ptr %a
  %r = load i32, ptr %a
  ret i32 %r
}
; One byte more.
define ptr @src4() {
  %p = call ptr @room(i64 1000)
  ret ptr %p
}
define ptr @tgt4() {
  %p = call dereferenceable_or_null(1001) ptr @room(i64 1000)
  ret ptr %p
}
; Another value than was read as volatile.
define void @src7() {
  %v = load volatile i32, ptr @g
  %w = add i32 %v, 1
  store i32 %w, ptr @g
  call void @any()
  ret void
}
define void @tgt7() {
  %v = load volatile i32, ptr @g
  call void @any()
  ret void
}
; The argument is returned, and may be.
define i32 @src8() {
  %a = alloca i32
  store i32 1, ptr %a
  %p = call ptr @same(ptr %a)
  store i32 2, ptr %p
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt8() {
  %a = alloca i32
  store i32 1, ptr %a
  %p = call ptr @same(ptr %a)
  %r = load i32, ptr %a
  ret i32 %r
}
; A comparison with null tells nothing.
define internal i1 @is_null(ptr nocapture %p) noinline {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @src9(ptr noundef %p) {
  %r = call i1 @is_null(ptr %p)
  ret i1 %r
}
define i1 @tgt9(ptr noundef %p) {
  unreachable
}
; Another object is freed.
define internal void @frees(ptr nofree %p, ptr %q) noinline {
  call void @free(ptr %q)
  ret void
}
define void @src10() {
  %m = call ptr @malloc(i64 4)
  call void @frees(ptr @g, ptr %m)
  ret void
}
define void @tgt10() {
  unreachable
}
; It is written through the argument.
define internal void @writes(ptr %p) memory(argmem: readwrite) noinline {
  store i32 1, ptr %p
  ret void
}
define void @src11() {
  call void @writes(ptr @g)
  ret void
}
define void @tgt11() {
  unreachable
}
