; RUN: tollgate check %s --no-refute
; A bundle that no row knows: in the target it is refused by name, in the source it says nothing. (§11a.2)
declare void @llvm.assume(i1)
define void @src1(ptr %p) {
  call void @llvm.assume(i1 true) [ "no_such_tag"(ptr %p) ]
  ret void
}
define void @tgt1(ptr %p) {
  call void @llvm.assume(i1 true) [ "no_such_tag"(ptr %p) ]
  ret void
}
define void @src2(ptr %p) {
  ret void
}
define void @tgt2(ptr %p) {
  call void @llvm.assume(i1 true) [ "no_such_tag"(ptr %p) ]
  ret void
}
