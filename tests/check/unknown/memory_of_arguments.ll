; RUN: tollgate check %s
; Right pairs, most of them made by LLVM: nobody reads the memory in which both differ. None is `invalid`. (§9.1)
declare i32 @x(ptr nocapture) memory(argmem: read) nounwind willreturn
declare i32 @y(ptr) memory(argmem: readwrite)
declare i32 @z(ptr nocapture) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind
declare i32 @w(ptr nocapture) memory(argmem: readwrite) nounwind willreturn
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
@g = global i32 0
@s = internal global i32 0

; What is found in the memory of an argument is not based on it.
define i32 @src1() {
  %a = alloca ptr
  %b = alloca i32
  store i32 5, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @x(ptr %a)
  ret i32 %r
}
define i32 @tgt1() {
  %a = alloca ptr
  %b = alloca i32
  store ptr %b, ptr %a
  %r = call i32 @x(ptr %a)
  ret i32 %r
}
define i32 @src2() {
  %a = alloca ptr
  %b = alloca i32
  store i32 5, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @y(ptr %a)
  ret i32 %r
}
define i32 @tgt2() {
  %a = alloca ptr
  %b = alloca i32
  store ptr %b, ptr %a
  %r = call i32 @y(ptr %a)
  ret i32 %r
}
define i32 @src3() {
  %a = alloca ptr
  %b = alloca i32
  store i32 5, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @z(ptr %a)
  ret i32 %r
}
define i32 @tgt3() {
  %a = alloca ptr
  %b = alloca i32
  store ptr %b, ptr %a
  %r = call i32 @z(ptr %a)
  ret i32 %r
}
define i32 @src4() {
  %a = alloca ptr
  %b = alloca i32
  store i32 5, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @w(ptr %a)
  ret i32 %r
}
define i32 @tgt4() {
  %a = alloca ptr
  %b = alloca i32
  store ptr %b, ptr %a
  %r = call i32 @w(ptr %a)
  ret i32 %r
}
define i32 @src5() {
  %a = alloca ptr
  store ptr @g, ptr %a
  store i32 5, ptr @g
  %r = call i32 @x(ptr %a)
  store i32 6, ptr @g
  ret i32 %r
}
define i32 @tgt5() {
  %a = alloca ptr
  store ptr @g, ptr %a
  %r = call i32 @x(ptr %a)
  store i32 6, ptr @g
  ret i32 %r
}

; A local variable that everybody writes to, and nobody reads.
define void @src6() {
  store i32 5, ptr @s
  ret void
}
define void @tgt6() {
  ret void
}
define i1 @others(ptr %p, i32 %x) {
  call void @llvm.memset.p0.i64(ptr @s, i8 1, i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr @s, ptr %p, i64 4, i1 false)
  %old = atomicrmw add ptr @s, i32 %x monotonic
  %c = icmp eq ptr @s, %p
  ret i1 %c
}

; The copy says what it copies, and the source has stored something else there.
define void @src7(ptr noalias %d, ptr %s, ptr %t) {
  store i32 1, ptr %t, align 4, !tbaa !1
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %d, ptr align 4 %s, i64 4, i1 false), !tbaa.struct !0
  store i32 2, ptr %t, align 4, !tbaa !1
  ret void
}
define void @tgt7(ptr noalias %d, ptr %s, ptr %t) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %d, ptr align 4 %s, i64 4, i1 false), !tbaa.struct !0
  store i32 2, ptr %t, align 4, !tbaa !1
  ret void
}
; The tag says that what is read never changes.
define i32 @src8(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 4, !tbaa !6
  store i32 1, ptr %q, align 4
  %b = load i32, ptr %p, align 4, !tbaa !6
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt8(ptr %p, ptr %q) {
  store i32 1, ptr %q, align 4
  ret i32 0
}
!0 = !{i64 0, i64 4, !3}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !5}
!3 = !{!4, !4, i64 0}
!4 = !{!"float", !5}
!5 = !{!"root"}
!6 = !{!4, !4, i64 0, i64 1}
