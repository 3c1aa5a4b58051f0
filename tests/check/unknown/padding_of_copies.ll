; RUN: tollgate check %s
; What lies between the parts that `!tbaa.struct` of a copy lists need not be copied. None is `invalid`. (§11b.2)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i8 @look(ptr) nounwind willreturn memory(argmem: read)
define void @src1(ptr noalias %p, ptr noalias dereferenceable(8) %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0
  ret void
}
define void @tgt1(ptr noalias %p, ptr noalias dereferenceable(8) %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  %p2 = getelementptr i8, ptr %p, i64 2
  store i8 7, ptr %p2
  ret void
}
; What is behind the last part.
define void @src2(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 12, i1 false), !tbaa.struct !0
  ret void
}
define void @tgt2(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 12, i1 false)
  %p9 = getelementptr i8, ptr %p, i64 9
  store i8 7, ptr %p9
  ret void
}
; A function that looks at it.
define i8 @src3(ptr noalias %q) {
  %p = alloca [8 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !0
  %r = call i8 @look(ptr %p)
  ret i8 %r
}
define i8 @tgt3(ptr noalias %q) {
  %p = alloca [8 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  %p2 = getelementptr i8, ptr %p, i64 2
  store i8 7, ptr %p2
  %r = call i8 @look(ptr %p)
  ret i8 %r
}
!0 = !{i64 0, i64 1, !1, i64 4, i64 4, !1}
!1 = !{!2, !2, i64 0}
!2 = !{!"any", !3, i64 0}
!3 = !{!"root"}
