; RUN: tollgate check %s
; Near misses: a byte of a part, a copy that lists no parts, and a byte that is written behind the copy.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src1(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0
  ret void
}
define void @tgt1(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  %p4 = getelementptr i8, ptr %p, i64 4
  store i8 7, ptr %p4
  ret void
}
define void @src2(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  ret void
}
define void @tgt2(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  %p2 = getelementptr i8, ptr %p, i64 2
  store i8 7, ptr %p2
  ret void
}
; Written behind the copy, it is no padding of it.
define void @src3(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0
  %p2 = getelementptr i8, ptr %p, i64 2
  store i8 1, ptr %p2
  ret void
}
define void @tgt3(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0
  %p2 = getelementptr i8, ptr %p, i64 2
  store i8 7, ptr %p2
  ret void
}
!0 = !{i64 0, i64 1, !1, i64 4, i64 4, !1}
!1 = !{!2, !2, i64 0}
!2 = !{!"any", !3, i64 0}
!3 = !{!"root"}
