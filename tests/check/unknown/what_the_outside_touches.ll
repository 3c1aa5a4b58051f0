; RUN: tollgate check %s
; Right pairs: the outside neither looks at the memory in which both differ nor changes what was read of it, or the source is undefined. None is `invalid`. (§11b.2)
declare void @ext(ptr)
declare void @forgets(ptr nocapture)
declare void @quiet() nounwind
declare void @none()
declare void @copy(ptr byval(i32))
declare i32 @reads(ptr) memory(read) nounwind willreturn
declare i32 @fills(ptr writeonly) memory(argmem: readwrite) nounwind willreturn
declare i32 @__gxx_personality_v0(...)
@place = global ptr null

; The slot is forgotten when the first call is over.
define void @src1() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @forgets(ptr %a)
  store i32 7, ptr %a
  call void @ext(ptr null)
  ret void
}
define void @tgt1() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @forgets(ptr %a)
  call void @ext(ptr null)
  ret void
}

; A tail call touches no slots, whatever leads to them.
define void @src2() {
  %a = alloca i32
  %b = alloca ptr
  store i32 1, ptr %a
  store ptr %a, ptr %b
  store ptr %b, ptr @place
  tail call void @quiet()
  store ptr null, ptr @place
  ret void
}
define void @tgt2() {
  %a = alloca i32
  %b = alloca ptr
  store ptr %a, ptr %b
  store ptr %b, ptr @place
  tail call void @quiet()
  store ptr null, ptr @place
  ret void
}
define i32 @src3() {
  %a = alloca i32
  call void @ext(ptr %a)
  store i32 1, ptr %a
  tail call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt3() {
  %a = alloca i32
  call void @ext(ptr %a)
  store i32 1, ptr %a
  tail call void @quiet()
  ret i32 1
}

; Scopes, on the call and on the accesses.
define i32 @src4(ptr %p) {
  store i32 1, ptr %p, !alias.scope !2
  call void @ext(ptr %p), !noalias !2
  %v = load i32, ptr %p, !alias.scope !2
  ret i32 %v
}
define i32 @tgt4(ptr %p) {
  store i32 1, ptr %p, !alias.scope !2
  call void @ext(ptr %p), !noalias !2
  ret i32 1
}
define void @src5(ptr %p) {
  store i32 1, ptr %p, !noalias !2
  call void @quiet(), !alias.scope !2
  store i32 2, ptr %p, !noalias !2
  ret void
}
define void @tgt5(ptr %p) {
  call void @quiet(), !alias.scope !2
  store i32 2, ptr %p, !noalias !2
  ret void
}

; A call whose answer depends on memory.
define i32 @src6(ptr %p) {
  store i32 1, ptr %p, !alias.scope !2
  %v = call i32 @reads(ptr %p), !noalias !2
  ret i32 %v
}
define i32 @tgt6(ptr %p) {
  %v = call i32 @reads(ptr %p), !noalias !2
  store i32 1, ptr %p, !alias.scope !2
  ret i32 %v
}
define i32 @src7() {
  %a = alloca i32
  store i32 1, ptr %a
  %v = call i32 @fills(ptr %a)
  ret i32 %v
}
define i32 @tgt7() {
  %a = alloca i32
  store i32 2, ptr %a
  %v = call i32 @fills(ptr %a)
  ret i32 %v
}

; A callee that changes what is invariant.
define i32 @src8(ptr %p) {
  %v = load i32, ptr %p, !invariant.load !3
  call void @ext(ptr %p)
  %w = load i32, ptr %p, !invariant.load !3
  ret i32 %w
}
define i32 @tgt8(ptr %p) {
  %v = load i32, ptr %p, !invariant.load !3
  call void @ext(ptr %p)
  ret i32 %v
}

; The callee has a copy.
define i32 @src9() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @copy(ptr byval(i32) %a)
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt9() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @copy(ptr byval(i32) %a)
  ret i32 1
}

; The copy is of four bytes.
define void @src10(ptr noalias %p) {
  %q = getelementptr i8, ptr %p, i64 8
  store i32 1, ptr %q
  call void @copy(ptr byval(i32) %p) nounwind
  store i32 2, ptr %q
  ret void
}
define void @tgt10(ptr noalias %p) {
  %q = getelementptr i8, ptr %p, i64 8
  call void @copy(ptr byval(i32) %p) nounwind
  store i32 2, ptr %q
  ret void
}

; Memory that is passed is there.
define void @src11(ptr sret(i32) align 4 %p) {
  ret void
}
define void @tgt11(ptr sret(i32) align 4 %p) {
  %v = load i32, ptr %p, align 4
  ret void
}
define i32 @src12(ptr byref(i32) align 4 %p) {
  ret i32 0
}
define i32 @tgt12(ptr byref(i32) align 4 %p) {
  %v = load i32, ptr %p, align 4
  ret i32 0
}

; Whoever @none unwinds to is the function itself.
define void @src13(ptr noalias %p) personality ptr @__gxx_personality_v0 {
  store i32 1, ptr %p
  invoke void @none() to label %normal unwind label %caught
normal:
  store i32 2, ptr %p
  ret void
caught:
  %e = landingpad { ptr, i32 } cleanup
  store i32 3, ptr %p
  resume { ptr, i32 } %e
}
define void @tgt13(ptr noalias %p) personality ptr @__gxx_personality_v0 {
  invoke void @none() to label %normal unwind label %caught
normal:
  store i32 2, ptr %p
  ret void
caught:
  %e = landingpad { ptr, i32 } cleanup
  store i32 3, ptr %p
  resume { ptr, i32 } %e
}

; A call from a function that promises not to write.
define internal void @idle() noinline memory(none) {
  call void @none()
  ret void
}
define i32 @src14(ptr %p) {
  %v = load i32, ptr %p
  call void @idle()
  %w = load i32, ptr %p
  ret i32 %w
}
define i32 @tgt14(ptr %p) {
  %v = load i32, ptr %p
  call void @idle()
  ret i32 %v
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
!3 = !{}

; What is in padding, and behind what is copied, nobody sees.
%padded = type { i8, i32 }
declare void @copy_padded(ptr byval(%padded))
define void @src15() {
  %a = alloca { %padded, i32 }
  store i64 0, ptr %a
  %q = getelementptr i8, ptr %a, i64 1
  store i8 7, ptr %q
  %r = getelementptr i8, ptr %a, i64 8
  store i32 7, ptr %r
  call void @copy_padded(ptr byval(%padded) %a)
  ret void
}
define void @tgt15() {
  %a = alloca { %padded, i32 }
  store i64 0, ptr %a
  call void @copy_padded(ptr byval(%padded) %a)
  ret void
}
