; RUN: tollgate check %s --no-refute
; What a function allocates is a promise to its callers. An access of a slot that may be dead does not show that it can be read: by one reading (§11.5, §11.6) it
; is not undefined. A string that nobody knows is refused on calls of functions that the graph knows, too. All pairs but the last are wrong, or may be (§4.9).
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @llvm.ctpop.i32(i32)
@four_bytes = global i32 0
define ptr @srcsize(i64 %n) {
  ret ptr @four_bytes
}
define ptr @tgtsize(i64 %n) allocsize(0) {
  ret ptr @four_bytes
}
define ptr @srcfamily(i64 %n) {
  ret ptr @four_bytes
}
define ptr @tgtfamily(i64 %n) "alloc-family"="malloc" {
  ret ptr @four_bytes
}
define void @srcdead() {
  %a = alloca [8 x i8]
  call void @llvm.lifetime.start.p0(i64 8, ptr %a)
  call void @llvm.lifetime.end.p0(i64 8, ptr %a)
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  ret void
}
define void @tgtdead() {
  %a = alloca [8 x i8]
  call void @llvm.lifetime.start.p0(i64 8, ptr %a)
  call void @llvm.lifetime.end.p0(i64 8, ptr %a)
  call void @llvm.memset.p0.i64(ptr dereferenceable(8) %a, i8 0, i64 8, i1 false)
  ret void
}
define i32 @srcstring(i32 %x) {
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %r
}
define i32 @tgtstring(i32 %x) {
  %r = call i32 @llvm.ctpop.i32(i32 %x) "no-such-string"
  ret i32 %r
}
define void @srcargument(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret void
}
define void @tgtargument(ptr %p) {
  call void @llvm.memset.p0.i64(ptr dereferenceable(8) %p, i8 0, i64 8, i1 false)
  ret void
}
