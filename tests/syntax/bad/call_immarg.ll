; ERROR: 5:54: constant expected
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
define void @f(ptr %p, i1 %v) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 %v)
  ret void
}
