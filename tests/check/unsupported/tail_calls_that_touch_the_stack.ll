; RUN: tollgate check %s --no-refute
; `tail` promises that a call leaves the stack of its caller alone. (§11.9)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @know(ptr)

define i32 @src1(i32 %x) {
  %a = alloca [2 x i32]
  store i32 %x, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt1(i32 %x) {
  %a = alloca [2 x i32]
  store i32 %x, ptr %a
  tail call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  %r = load i32, ptr %a
  ret i32 %r
}

; Through a pointer from elsewhere to a slot that others know.
define i32 @src2(ptr %q) {
  %a = alloca [2 x i32]
  call void @know(ptr %a)
  %p = load ptr, ptr %q
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt2(ptr %q) {
  %a = alloca [2 x i32]
  call void @know(ptr %a)
  %p = load ptr, ptr %q
  tail call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  %r = load i32, ptr %a
  ret i32 %r
}
