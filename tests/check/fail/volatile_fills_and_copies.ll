; RUN: tollgate check %s
; Near misses: both make the same volatile fills, or the fill is not volatile.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @src1(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true)
  ret i32 1
}
define i32 @tgt1(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 true)
  ret i32 2
}
define void @src2(ptr %p) {
  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 4, i1 false)
  ret void
}
define void @tgt2(ptr %p) {
  store volatile i32 0, ptr %p, align 4
  ret void
}
; Of no bytes: nothing happens.
define void @src3(ptr %p) {
  store i32 0, ptr %p, align 4
  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 0, i1 true)
  ret void
}
define void @tgt3(ptr %p) {
  store i32 0, ptr %p, align 4
  store volatile i32 0, ptr %p, align 4
  ret void
}
define void @src4(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 true)
  store i8 1, ptr %p
  ret void
}
define void @tgt4(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 true)
  store i8 2, ptr %p
  ret void
}
