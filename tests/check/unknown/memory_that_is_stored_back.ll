; RUN: tollgate check %s
; What is passed as `writable` and `dereferenceable` is loaded and stored back when the callee is entered. Where that cannot be written, or somebody promises not to, the source
; is undefined. None is `invalid`. (§9.1)
@k = constant i32 5
@v = global i32 5
declare void @outside(ptr writable dereferenceable(4)) nounwind willreturn
define internal void @body(ptr writable dereferenceable(4) %p) noinline {
  ret void
}
define internal void @reads(ptr %p) noinline memory(read) {
  call void @body(ptr %p)
  ret void
}
define void @src1() {
  call void @outside(ptr @k)
  ret void
}
define void @tgt1() {
  unreachable
}
define void @src2() {
  call void @body(ptr @k)
  ret void
}
define void @tgt2() {
  store i32 5, ptr @k
  ret void
}
; An argument may lead to memory that must not be written.
define void @src3(ptr %q) {
  call void @body(ptr %q)
  ret void
}
define void @tgt3(ptr %q) {
  %v = load <4 x i8>, ptr %q, align 1
  store <4 x i8> %v, ptr %q, align 1
  ret void
}
; Promised at the call.
define void @src4(ptr %q) {
  call void @llvm.donothing()
  call void @writes_nothing(ptr writable dereferenceable(4) %q)
  ret void
}
define void @tgt4(ptr %q) {
  %v = load <4 x i8>, ptr %q, align 1
  store <4 x i8> %v, ptr %q, align 1
  ret void
}
; The caller promises that nothing is written.
define i32 @src5() {
  call void @reads(ptr @v)
  ret i32 1
}
define i32 @tgt5() {
  ret i32 2
}
define internal void @writes_nothing(ptr %p) noinline {
  ret void
}
declare void @llvm.donothing()
