; RUN: tollgate check %s --no-refute
; Bytes that are copied as one number are by one reading as defined as each of them, and by the other poison all together. (§11.15)

; By the first reading the byte is defined where the number is not.
define i8 @src1(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %b = load i8, ptr %q
  ret i8 %b
}
define i8 @tgt1(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %b = trunc i32 %v to i8
  ret i8 %b
}

; By the second one the copy is less defined.
define void @src2(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 8 %p, i64 8, i1 false)
  ret void
}
define void @tgt2(ptr noalias %p, ptr noalias %q) {
  %v = load i64, ptr %p
  store i64 %v, ptr %q
  ret void
}

; The same where control chose.
define i16 @src3(ptr %p, ptr %q, i1 %c) {
  %v = load i32, ptr %p
  %w = select i1 %c, i32 %v, i32 7
  store i32 %w, ptr %q
  %b = load i16, ptr %q
  ret i16 %b
}
define i16 @tgt3(ptr %p, ptr %q, i1 %c) {
  %v = load i32, ptr %p
  %w = select i1 %c, i32 %v, i32 7
  store i32 %w, ptr %q
  %b = trunc i32 %w to i16
  ret i16 %b
}

; Padding is not copied with an aggregate.
define void @src4(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  ret void
}
define void @tgt4(ptr %p, ptr %q) {
  %v = load { i8, i32 }, ptr %p, align 1
  store { i8, i32 } %v, ptr %q, align 1
  ret void
}

; Nor does an aggregate keep what was there.
define void @src5(ptr %q, { i8, i32 } %v) {
  store { i8, i32 } %v, ptr %q
  ret void
}
define void @tgt5(ptr %q, { i8, i32 } %v) {
  %f = extractvalue { i8, i32 } %v, 0
  %g = extractvalue { i8, i32 } %v, 1
  store i8 %f, ptr %q
  %p = getelementptr i8, ptr %q, i64 4
  store i32 %g, ptr %p
  ret void
}

; What pointer a number is read as.
define ptr @src6(ptr %q, i64 %x) {
  store i64 %x, ptr %q
  %v = load ptr, ptr %q
  ret ptr %v
}
define ptr @tgt6(ptr %q, i64 %x) {
  store i64 %x, ptr %q
  %v = inttoptr i64 %x to ptr
  ret ptr %v
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
