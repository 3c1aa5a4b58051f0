; RUN: tollgate check %s
; `dereferenceable` says that the pointer is well defined, and that the caller can read there. These pairs are wrong. (§11.12)
declare void @llvm.assume(i1)
declare void @hopes(ptr align(8))
@g = global i32 0
define void @src3(ptr %p) {
  call void @hopes(ptr %p)
  ret void
}
define void @tgt3(ptr %p) {
  call void @hopes(ptr %p)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret void
}
define dereferenceable(4) ptr @src4() {
  ret ptr @g
}
define dereferenceable(4) ptr @tgt4() {
  unreachable
}
