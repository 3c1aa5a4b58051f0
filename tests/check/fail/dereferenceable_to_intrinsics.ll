; RUN: tollgate check %s
; As much memory as the call of an intrinsic says is there. (§11.12)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i8 @src1() {
  %a = alloca [4 x i8]
  call void @llvm.memset.p0.i64(ptr dereferenceable(4) %a, i8 1, i64 4, i1 false)
  ret i8 0
}

define i8 @tgt1() {
  ret i8 1
}

define i8 @src2() {
  %a = alloca [4 x i8]
  call void @llvm.memset.p0.i64(ptr dereferenceable_or_null(3) %a, i8 1, i64 4, i1 false)
  ret i8 0
}

define i8 @tgt2() {
  ret i8 1
}

; LLVM leaves a number that is too large where it shortens a fill: in the target it does not count.
define i8 @src3() {
  ret i8 0
}

define i8 @tgt3() {
  %a = alloca [4 x i8]
  call void @llvm.memset.p0.i64(ptr dereferenceable(8) %a, i8 1, i64 4, i1 false)
  %v = load i8, ptr %a
  ret i8 %v
}
