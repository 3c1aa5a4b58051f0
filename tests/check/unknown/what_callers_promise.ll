; RUN: tollgate check %s
; Right pairs: an outside function is called in the name of functions that promise more than it does. Either it keeps that, and the call is none that anybody observes, or one that is certain
; to return; or the source is undefined. None is `invalid`. (§9.1)
declare i32 @number() nounwind willreturn
declare void @any()
declare void @quiet() nounwind
declare void @returns() willreturn
declare void @fills(ptr) memory(argmem: readwrite) nounwind
@global = global i32 0

; Nothing is written, so it is a function of what it reads.
define internal i32 @reads_by_call() noinline {
  %r = call i32 @number()
  ret i32 0
}
define void @src1() {
  %r = call i32 @reads_by_call() memory(read) willreturn nounwind
  ret void
}
define void @tgt1() {
  ret void
}
define internal i32 @none() noinline memory(none) nounwind willreturn {
  %r = call i32 @number()
  ret i32 %r
}
define i32 @src2() {
  %a = call i32 @none()
  %b = call i32 @none()
  %s = sub i32 %a, %b
  ret i32 %s
}
define i32 @tgt2() {
  ret i32 0
}
define void @src3() memory(none) willreturn nounwind {
  %r = call i32 @number()
  ret void
}
define void @tgt3() memory(none) willreturn nounwind {
  ret void
}
define internal void @none_of_it(ptr %p) noinline memory(none) {
  call void @fills(ptr %p)
  ret void
}
define void @src4() {
  call void @none_of_it(ptr @global)
  ret void
}
define void @tgt4() {
  ret void
}
; It fills a slot that is gone, and comes back.
define internal void @fills_own() noinline willreturn {
  %a = alloca i32
  call void @fills(ptr %a)
  ret void
}
define void @src5() {
  call void @fills_own()
  ret void
}
define void @tgt5() {
  ret void
}

; A volatile access may do something to memory that nobody sees.
define internal i32 @volatile_load(ptr %p) noinline {
  %v = load volatile i32, ptr %p
  ret i32 0
}
define void @src6() {
  %r = call i32 @volatile_load(ptr @global) memory(read) nounwind willreturn
  ret void
}
define void @tgt6() {
  ret void
}
define internal void @volatile_of_argument(ptr %p) noinline memory(argmem: readwrite) nounwind willreturn {
  %v = load volatile i32, ptr %p
  ret void
}
define void @src7() {
  call void @volatile_of_argument(ptr @global)
  ret void
}
define void @tgt7() {
  ret void
}

; What is certain to return is not done first.
define internal void @comes_back() willreturn nounwind noinline {
  call void @quiet()
  ret void
}
define void @src8() {
  call void @comes_back()
  unreachable
}
define void @tgt8() {
  unreachable
}
define void @src9() willreturn nounwind {
  call void @any()
  unreachable
}
define void @tgt9() willreturn nounwind {
  unreachable
}
define internal void @calls() noinline {
  call void @any()
  ret void
}
define void @src10() {
  call void @calls() willreturn nounwind
  unreachable
}
define void @tgt10() {
  unreachable
}
define void @src11() nounwind {
  call void @returns()
  unreachable
}
define void @tgt11() nounwind {
  unreachable
}

; A function that is `speculatable` and is not entered by the source.
define internal i32 @divides(i32 %x) speculatable memory(none) nounwind willreturn noinline {
  %r = udiv i32 1, %x
  ret i32 %r
}
define i32 @src12(i1 %c, i32 %x) {
  br i1 %c, label %a, label %b
a:
  %r = call i32 @divides(i32 %x)
  br label %b
b:
  %p = phi i32 [ 0, %0 ], [ %r, %a ]
  ret i32 %p
}
define i32 @tgt12(i1 %c, i32 %x) {
  %r = call i32 @divides(i32 %x)
  %p = select i1 %c, i32 %r, i32 0
  ret i32 %p
}
