; RUN: tollgate check %s
; A volatile fill or copy is a volatile operation; of how many accesses, the reference leaves open. None is `invalid`.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src1(ptr %p) {
  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 4, i1 true)
  ret void
}
define void @tgt1(ptr %p) {
  store volatile i32 0, ptr %p, align 4
  ret void
}
define void @src2(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 4, i1 true)
  ret void
}
define void @tgt2(ptr %p, ptr %q) {
  %1 = load volatile i32, ptr %q, align 4
  store volatile i32 %1, ptr %p, align 4
  ret void
}
; The other way round.
define void @src3(ptr %p) {
  store volatile i32 0, ptr %p, align 4
  ret void
}
define void @tgt3(ptr %p) {
  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 4, i1 true)
  ret void
}
; One in the place of two.
define void @src4(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true)
  %q = getelementptr i8, ptr %p, i64 4
  store volatile i32 0, ptr %q
  ret void
}
define void @tgt4(ptr %p) {
  call void @llvm.memset.inline.p0.i64(ptr %p, i8 0, i64 8, i1 true)
  ret void
}
; A function that promises to do nothing of the kind.
define internal void @quiet(ptr %p, ptr %q) noinline nosync {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 true)
  ret void
}
define i32 @src5(ptr %p, ptr %q) {
  call void @quiet(ptr %p, ptr %q)
  ret i32 1
}
define i32 @tgt5(ptr %p, ptr %q) {
  call void @quiet(ptr %p, ptr %q)
  ret i32 2
}
