; RUN: tollgate check %s --no-refute
; By one reading a number that is loaded has bytes that are poison each on its own, and a part of it is more defined than
; what arithmetic makes of the whole. Intrinsics that give back their argument hand on such a number; only what computes
; makes all of it poison (the third pair is right). (§11.15)
declare i64 @llvm.expect.i64(i64, i64)
declare i64 @llvm.ssa.copy.i64(i64)

define i32 @src1(ptr %p, ptr %q) {
  %v = load i64, ptr %p
  %e = call i64 @llvm.expect.i64(i64 %v, i64 0)
  store i64 %e, ptr %q
  %r = load i32, ptr %q
  ret i32 %r
}

define i32 @tgt1(ptr %p, ptr %q) {
  %v = load i64, ptr %p
  %e = call i64 @llvm.expect.i64(i64 %v, i64 0)
  store i64 %e, ptr %q
  %r = trunc i64 %e to i32
  ret i32 %r
}

define i32 @src2(ptr %p, ptr %q) {
  %v = load i64, ptr %p
  %e = call i64 @llvm.ssa.copy.i64(i64 %v)
  store i64 %e, ptr %q
  %r = load i32, ptr %q
  ret i32 %r
}

define i32 @tgt2(ptr %p, ptr %q) {
  %v = load i64, ptr %p
  %e = call i64 @llvm.ssa.copy.i64(i64 %v)
  store i64 %e, ptr %q
  %r = trunc i64 %e to i32
  ret i32 %r
}

define i32 @src3(ptr %p, ptr %q) {
  %v = load i64, ptr %p
  %e = mul i64 %v, 3
  store i64 %e, ptr %q
  %r = load i32, ptr %q
  ret i32 %r
}

define i32 @tgt3(ptr %p, ptr %q) {
  %v = load i64, ptr %p
  %e = mul i64 %v, 3
  store i64 %e, ptr %q
  %r = trunc i64 %e to i32
  ret i32 %r
}
