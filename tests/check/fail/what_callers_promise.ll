; RUN: tollgate check %s
; Near misses of right pairs: what functions promise that make a call does not keep the callee from being observed, or from not returning.
declare i32 @number() nounwind willreturn
declare void @any()
declare void @quiet() nounwind
declare void @returns() willreturn
declare void @only_hidden() memory(inaccessiblemem: readwrite) nounwind
@global = global i32 0

; It promises nothing of memory.
define internal i32 @calls_number() noinline nounwind willreturn {
  %r = call i32 @number()
  ret i32 0
}
define void @src1() {
  %r = call i32 @calls_number()
  ret void
}
define void @tgt1() {
  ret void
}
; It may do what the callee does.
define internal void @hidden() noinline memory(inaccessiblemem: readwrite) nounwind {
  call void @only_hidden()
  ret void
}
define void @src2() {
  call void @hidden()
  ret void
}
define void @tgt2() {
  ret void
}
; The promise is over when the call is.
define internal i32 @none() noinline memory(none) nounwind willreturn {
  ret i32 0
}
define void @src3() {
  %r = call i32 @none()
  call void @any()
  ret void
}
define void @tgt3() {
  ret void
}
define internal i32 @volatile_load(ptr %p) noinline nounwind willreturn {
  %v = load volatile i32, ptr %p
  ret i32 0
}
define void @src4() {
  %r = call i32 @volatile_load(ptr @global)
  ret void
}
define void @tgt4() {
  ret void
}
; It may hang, or unwind.
define internal void @may_hang() nounwind noinline {
  call void @quiet()
  ret void
}
define void @src5() {
  call void @may_hang()
  unreachable
}
define void @tgt5() {
  unreachable
}
define void @src6() {
  call void @returns()
  unreachable
}
define void @tgt6() {
  unreachable
}
; One comes back, the one behind it perhaps not.
define internal void @comes_back() willreturn nounwind noinline {
  call void @any()
  ret void
}
define void @src7() {
  call void @comes_back()
  call void @quiet()
  unreachable
}
define void @tgt7() {
  call void @comes_back()
  unreachable
}
; What is called is not `speculatable`.
define internal i32 @divides(i32 %x) memory(none) nounwind willreturn noinline {
  %r = udiv i32 1, %x
  ret i32 %r
}
define i32 @src8(i1 %c, i32 %x) {
  br i1 %c, label %a, label %b
a:
  %r = call i32 @divides(i32 %x)
  br label %b
b:
  %p = phi i32 [ 0, %0 ], [ %r, %a ]
  ret i32 %p
}
define i32 @tgt8(i1 %c, i32 %x) {
  %r = call i32 @divides(i32 %x)
  %p = select i1 %c, i32 %r, i32 0
  ret i32 %p
}
