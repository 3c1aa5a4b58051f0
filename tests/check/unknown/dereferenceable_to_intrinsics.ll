; RUN: tollgate check %s
; A source that passes an intrinsic less memory than the call says is undefined: it refutes nothing.
; (§11.12, §11b.2)

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @src1(ptr %p) {
  %r = call ptr @llvm.ptrmask.p0.i64(ptr dereferenceable(8) %p, i64 -8)
  ret i32 0
}

define i32 @tgt1(ptr %p) {
  %v = load i8, ptr %p
  ret i32 0
}

define i8 @src2() {
  %a = alloca [4 x i8]
  call void @llvm.memset.p0.i64(ptr dereferenceable(8) %a, i8 1, i64 4, i1 false)
  ret i8 0
}

define i8 @tgt2() {
  ret i8 1
}
