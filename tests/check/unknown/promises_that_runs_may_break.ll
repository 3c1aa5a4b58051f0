; RUN: tollgate check %s
; Right pairs: the source is undefined where runs of both differ, or the world is not as the run has it. None is `invalid`. (§11b.2)
declare void @keep(ptr)
declare void @any()
declare void @taken(ptr)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare ptr @same(ptr returned)
declare noalias ptr @room(i64) allocsize(0)
declare ptr @rooms(i64, i64) allocsize(0, 1)
declare noalias nonnull ptr @some_room(i64) allocsize(0)
declare noalias ptr @aligned_room(i64 allocalign, i64) allocsize(1)
@g = global i32 0
@c1 = private unnamed_addr constant [4 x i8] c"abc\00"
@c2 = private unnamed_addr constant [4 x i8] c"abc\00"
@table = global ptr null

; A `tail` call bars slots of its caller from all that it leads to.
define internal void @calls() noinline {
  call void @any()
  ret void
}
define i32 @src1() {
  %s = alloca i32, align 4
  store i32 1, ptr %s
  call void @keep(ptr %s)
  store i32 2, ptr %s
  tail call void @calls()
  %r = load i32, ptr %s
  ret i32 %r
}
define i32 @tgt1() {
  %s = alloca i32, align 4
  store i32 1, ptr %s
  call void @keep(ptr %s)
  tail call void @calls()
  ret i32 2
}
define internal void @calls_last() noinline {
  tail call void @calls()
  ret void
}
define i32 @src2() {
  %s = alloca i32, align 4
  call void @keep(ptr %s)
  store i32 2, ptr %s
  tail call void @calls_last()
  %r = load i32, ptr %s
  ret i32 %r
}
define i32 @tgt2() {
  %s = alloca i32, align 4
  call void @keep(ptr %s)
  tail call void @calls_last()
  ret i32 2
}

; Whoever allocates changes memory.
define internal ptr @makes() memory(none) nounwind willreturn noinline {
  %p = call ptr @malloc(i64 4)
  ret ptr %p
}
define i1 @src3() {
  %a = call ptr @makes()
  %b = call ptr @makes()
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt3() {
  %a = call ptr @makes()
  %c = icmp eq ptr %a, %a
  ret i1 %c
}

; How much room there is, and how aligned.
define ptr @src4() {
  %p = call ptr @room(i64 1000)
  ret ptr %p
}
define ptr @tgt4() {
  %p = call dereferenceable_or_null(1000) ptr @room(i64 1000)
  ret ptr %p
}
define void @src5() {
  %p = call ptr @rooms(i64 100, i64 5)
  call void @taken(ptr %p)
  ret void
}
define void @tgt5() {
  %p = call dereferenceable_or_null(500) ptr @rooms(i64 100, i64 5)
  call void @taken(ptr %p)
  ret void
}
define ptr @src6() {
  %p = call ptr @some_room(i64 200)
  ret ptr %p
}
define ptr @tgt6() {
  %p = call dereferenceable(200) ptr @some_room(i64 200)
  ret ptr %p
}
define ptr @src7() {
  %p = call ptr @aligned_room(i64 64, i64 300)
  ret ptr %p
}
define ptr @tgt7() {
  %p = call align 64 dereferenceable_or_null(300) ptr @aligned_room(i64 64, i64 300)
  ret ptr %p
}

; Functions and constants whose addresses mean nothing may be one.
define internal i32 @one(i32 %p) unnamed_addr {
  %r = add i32 %p, 1
  ret i32 %r
}
define internal i32 @other(i32 %p) unnamed_addr {
  %r = add i32 %p, 1
  ret i32 %r
}
define ptr @src8() {
  ret ptr @other
}
define ptr @tgt8() {
  ret ptr @one
}
define void @src9() {
  call void @taken(ptr @other)
  store ptr @other, ptr @table
  ret void
}
define void @tgt9() {
  call void @taken(ptr @one)
  store ptr @one, ptr @table
  ret void
}
define i1 @src10() {
  %c = icmp eq ptr @one, @other
  ret i1 %c
}
define i1 @tgt10() {
  ret i1 true
}
define i1 @src11() {
  %c = icmp eq ptr @c1, @c2
  ret i1 %c
}
define i1 @tgt11() {
  ret i1 true
}

; What was read as volatile is there.
define void @src12() {
  %v = load volatile i32, ptr @g
  store i32 %v, ptr @g
  call void @any()
  ret void
}
define void @tgt12() {
  %v = load volatile i32, ptr @g
  call void @any()
  ret void
}

; Promises of arguments that are broken: it is returned; its address is compared; it is freed.
define i32 @src13() {
  %a = alloca i32
  store i32 1, ptr %a
  %p = call ptr @same(ptr nocapture %a)
  store i32 2, ptr %p
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt13() {
  %a = alloca i32
  store i32 1, ptr %a
  %p = call ptr @same(ptr nocapture %a)
  %r = load i32, ptr %a
  ret i32 %r
}
define internal i1 @compares(ptr nocapture %p) noinline {
  %c = icmp eq ptr %p, @g
  ret i1 %c
}
define i1 @src14(ptr noalias nonnull noundef dereferenceable(4) %p) {
  %r = call i1 @compares(ptr %p)
  ret i1 %r
}
define i1 @tgt14(ptr noalias nonnull noundef dereferenceable(4) %p) {
  unreachable
}
define internal void @frees(ptr nofree %p) noinline {
  call void @free(ptr %p)
  ret void
}
define void @src15() {
  %m = call ptr @malloc(i64 4)
  call void @frees(ptr %m)
  ret void
}
define void @tgt15() {
  unreachable
}
; The variable is not written through the argument.
define internal void @writes(ptr %p) memory(argmem: readwrite) noinline {
  store i32 1, ptr @g
  ret void
}
define void @src16() {
  call void @writes(ptr @g)
  ret void
}
define void @tgt16() {
  unreachable
}
