; RUN: tollgate check %s
; Calls that may look at memory in which both differ, or change it: what is promised of them speaks of something else.
declare void @ext(ptr)
declare void @quiet() nounwind
declare void @none()
declare void @copy(ptr byval(i32))
@global = global i32 0
@place = global ptr null

; @ext may have kept the slot.
define void @src1() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr %a)
  store i32 7, ptr %a
  call void @ext(ptr null)
  ret void
}
define void @tgt1() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr %a)
  call void @ext(ptr null)
  ret void
}

; A slot that memory leads to, and no tail call.
define void @src2() {
  %a = alloca i32
  store i32 1, ptr %a
  store ptr %a, ptr @place
  call void @quiet()
  store ptr null, ptr @place
  ret void
}
define void @tgt2() {
  %a = alloca i32
  store ptr %a, ptr @place
  call void @quiet()
  store ptr null, ptr @place
  ret void
}

; `tail` speaks of slots, and not of variables.
define void @src3() {
  store i32 1, ptr @global
  tail call void @quiet()
  store i32 2, ptr @global
  ret void
}
define void @tgt3() {
  tail call void @quiet()
  store i32 2, ptr @global
  ret void
}

; It speaks of the slots of the function that makes the call, and not of those of its callers.
define internal void @calls_last() noinline {
  tail call void @quiet()
  ret void
}
define void @src4() {
  %a = alloca i32
  call void @ext(ptr %a)
  store i32 1, ptr %a
  call void @calls_last()
  ret void
}
define void @tgt4() {
  %a = alloca i32
  call void @ext(ptr %a)
  call void @calls_last()
  ret void
}

; The accesses are not in the scope that the call leaves alone.
define i32 @src5(ptr %p) {
  store i32 1, ptr %p
  call void @ext(ptr %p), !noalias !2
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt5(ptr %p) {
  store i32 1, ptr %p
  call void @ext(ptr %p), !noalias !2
  ret i32 1
}

; The call does not leave the scope alone.
define void @src6(ptr %p) {
  store i32 1, ptr %p, !alias.scope !2
  call void @quiet()
  store i32 2, ptr %p, !alias.scope !2
  ret void
}
define void @tgt6(ptr %p) {
  call void @quiet()
  store i32 2, ptr %p, !alias.scope !2
  ret void
}

; One location is out of sight, another one is not.
define i32 @src7(ptr noalias %p, ptr noalias %q) {
  store i32 1, ptr %p, !alias.scope !2
  store i32 1, ptr %q
  call void @ext(ptr %q) nounwind, !noalias !2
  %v = load i32, ptr %q
  store i32 2, ptr %p, !alias.scope !2
  ret i32 %v
}
define i32 @tgt7(ptr noalias %p, ptr noalias %q) {
  store i32 1, ptr %q
  call void @ext(ptr %q) nounwind, !noalias !2
  store i32 2, ptr %p, !alias.scope !2
  ret i32 1
}

; Whoever calls the function knows the object, too, and does not write through %p.
define i32 @src8(ptr readonly %p) {
  %v = load i32, ptr %p
  call void @none()
  %w = load i32, ptr %p
  ret i32 %w
}
define i32 @tgt8(ptr readonly %p) {
  %v = load i32, ptr %p
  call void @none()
  ret i32 %v
}

; What is invariant is not what is read again.
define i32 @src9(ptr %p, ptr %q) {
  %i = load i32, ptr %p, !invariant.load !3
  %v = load i32, ptr %q
  call void @none()
  %w = load i32, ptr %q
  ret i32 %w
}
define i32 @tgt9(ptr %p, ptr %q) {
  %i = load i32, ptr %p, !invariant.load !3
  %v = load i32, ptr %q
  call void @none()
  ret i32 %v
}

; There is memory for four bytes, and no more.
define void @src10(ptr sret(i32) align 4 %p) {
  ret void
}
define void @tgt10(ptr sret(i32) align 4 %p) {
  %v = load i64, ptr %p, align 4
  ret void
}
define i32 @src11(ptr byref(i32) align 4 %p) {
  ret i32 0
}
define i32 @tgt11(ptr byref(i32) align 4 %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %q, align 4
  ret i32 0
}

; @copy gets a copy, and may know the slot from @ext.
define i32 @src12() {
  %a = alloca i32
  call void @ext(ptr %a)
  store i32 1, ptr %a
  call void @copy(ptr byval(i32) %a)
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt12() {
  %a = alloca i32
  call void @ext(ptr %a)
  store i32 1, ptr %a
  call void @copy(ptr byval(i32) %a)
  ret i32 1
}

; The first call does not look, the second does.
define void @src13() {
  %a = alloca i32
  call void @ext(ptr writeonly nocapture %a)
  store i32 7, ptr %a
  call void @ext(ptr %a)
  ret void
}
define void @tgt13() {
  %a = alloca i32
  call void @ext(ptr writeonly nocapture %a)
  call void @ext(ptr %a)
  ret void
}

; Nobody looks through %p before the function is left, which @none may do.
define void @src14(ptr noalias %p) {
  store i32 1, ptr %p
  call void @none()
  store i32 2, ptr %p
  ret void
}
define void @tgt14(ptr noalias %p) {
  call void @none()
  store i32 2, ptr %p
  ret void
}

; A call from a function that promises something of other memory.
define internal i32 @reads(ptr readonly %p) noinline {
  call void @none()
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @src15(ptr %p, i32 %x) {
  %v = call i32 @reads(ptr %p)
  %r = add i32 %v, %x
  ret i32 %r
}
define i32 @tgt15(ptr %p, i32 %x) {
  %v = call i32 @reads(ptr %p)
  %r = sub i32 %v, %x
  ret i32 %r
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
!3 = !{}

; What is copied is seen.
define void @src16() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @copy(ptr byval(i32) %a)
  ret void
}
define void @tgt16() {
  %a = alloca i32
  call void @copy(ptr byval(i32) %a)
  ret void
}
