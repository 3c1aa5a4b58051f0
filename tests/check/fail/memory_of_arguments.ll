; RUN: tollgate check %s
; Near misses of right pairs: the memory in which both differ is read.
declare i32 @x(ptr nocapture) memory(argmem: read) nounwind willreturn
declare i32 @two(ptr nocapture, ptr nocapture) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind
declare i32 @reads(ptr nocapture) memory(read) nounwind willreturn
declare i32 @z(ptr nocapture) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind
declare void @any(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
@g = global i32 0
@s = global i32 0

define i32 @src1() {
  %a = alloca i32
  store i32 5, ptr %a
  %r = call i32 @x(ptr %a)
  ret i32 %r
}
define i32 @tgt1() {
  %a = alloca i32
  store i32 6, ptr %a
  %r = call i32 @x(ptr %a)
  ret i32 %r
}
; It is given both.
define i32 @src2() {
  %a = alloca ptr
  %b = alloca i32
  store i32 5, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @two(ptr %a, ptr %b)
  ret i32 %r
}
define i32 @tgt2() {
  %a = alloca ptr
  %b = alloca i32
  store i32 6, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @two(ptr %a, ptr %b)
  ret i32 %r
}
; It may read everything.
define i32 @src3() {
  %a = alloca ptr
  %b = alloca i32
  store i32 5, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @reads(ptr %a)
  ret i32 %r
}
define i32 @tgt3() {
  %a = alloca ptr
  %b = alloca i32
  store i32 6, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @reads(ptr %a)
  ret i32 %r
}
; Another call sees what the first does not.
define i32 @src4() {
  %a = alloca ptr
  %b = alloca i32
  store i32 5, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @z(ptr %a)
  call void @any(ptr %a)
  ret i32 %r
}
define i32 @tgt4() {
  %a = alloca ptr
  %b = alloca i32
  store i32 6, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @z(ptr %a)
  call void @any(ptr %a)
  ret i32 %r
}
; Somebody copies what the variable holds.
define void @src5() {
  store i32 5, ptr @s
  ret void
}
define void @tgt5() {
  ret void
}
define void @others(ptr %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @s, i64 4, i1 false)
  ret void
}
; The copy says what was stored.
define void @src6(ptr noalias %d, ptr %s, ptr %t) {
  store i32 1, ptr %t, align 4, !tbaa !1
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %d, ptr align 4 %s, i64 4, i1 false), !tbaa.struct !0
  store i32 2, ptr %t, align 4, !tbaa !1
  ret void
}
define void @tgt6(ptr noalias %d, ptr %s, ptr %t) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %d, ptr align 4 %s, i64 4, i1 false), !tbaa.struct !0
  store i32 2, ptr %t, align 4, !tbaa !1
  ret void
}
; What is read may change.
define i32 @src7(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 4, !tbaa !6
  store i32 1, ptr %q, align 4
  %b = load i32, ptr %p, align 4, !tbaa !6
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt7(ptr %p, ptr %q) {
  store i32 1, ptr %q, align 4
  ret i32 0
}
!0 = !{i64 0, i64 4, !1}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !5}
!4 = !{!"float", !5}
!5 = !{!"root"}
!6 = !{!4, !4, i64 0, i64 0}
