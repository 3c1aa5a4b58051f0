; RUN: tollgate check %s
; `dereferenceable` says that the pointer is well defined, and that the caller can read there. These pairs are right, or may be. (§11.12)
declare void @llvm.assume(i1)
declare void @wants(ptr align(8) dereferenceable(1))
define void @src1(ptr %p) {
  call void @wants(ptr %p)
  ret void
}
define void @tgt1(ptr %p) {
  call void @wants(ptr %p)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret void
}
define dereferenceable(4) ptr @src2() {
  %slot = alloca i32
  ret ptr %slot
}
define dereferenceable(4) ptr @tgt2() {
  unreachable
}
