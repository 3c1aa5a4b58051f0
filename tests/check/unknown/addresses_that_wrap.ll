; RUN: tollgate check %s --no-refute
; Offsets are numbers on a circle: whoever goes forward far enough comes from behind. (§11a.3)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; The last byte of the store is the first one of the load.
define i8 @src1(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775805
  %back = getelementptr i8, ptr %p, i64 -9223372036854775808
  store i8 7, ptr %back
  store i32 0, ptr %far, align 1
  %v = load i8, ptr %back
  ret i8 %v
}
define i8 @tgt1(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775805
  %back = getelementptr i8, ptr %p, i64 -9223372036854775808
  store i8 7, ptr %back
  store i32 0, ptr %far, align 1
  ret i8 7
}

; Two steps that lead once around.
define i32 @src2(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 9223372036854775807
  %b = getelementptr i8, ptr %a, i64 9223372036854775807
  store i32 1, ptr %p
  store i32 2, ptr %b, align 1
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt2(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 9223372036854775807
  %b = getelementptr i8, ptr %a, i64 9223372036854775807
  store i32 1, ptr %p
  store i32 2, ptr %b, align 1
  ret i32 1
}

; Bytes that are copied over themselves.
define void @src3(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775807
  %back = getelementptr i8, ptr %p, i64 -9223372036854775808
  call void @llvm.memmove.p0.p0.i64(ptr %back, ptr %far, i64 2, i1 false)
  ret void
}
define void @tgt3(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775807
  %back = getelementptr i8, ptr %p, i64 -9223372036854775808
  call void @llvm.memcpy.p0.p0.i64(ptr %back, ptr %far, i64 2, i1 false)
  ret void
}

; Fills that touch only where numbers end.
define i8 @src4(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775806
  %back = getelementptr i8, ptr %p, i64 -9223372036854775807
  call void @llvm.memset.p0.i64(ptr %back, i8 1, i64 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %far, i8 0, i64 4, i1 false)
  %v = load i8, ptr %back
  ret i8 %v
}
define i8 @tgt4(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775806
  %back = getelementptr i8, ptr %p, i64 -9223372036854775807
  call void @llvm.memset.p0.i64(ptr %back, i8 1, i64 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %far, i8 0, i64 4, i1 false)
  ret i8 1
}

; A store that is not overwritten: the later one is behind it by one byte.
define void @src5(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775807
  %back = getelementptr i8, ptr %p, i64 -9223372036854775808
  store i16 257, ptr %far, align 1
  store i16 5, ptr %back, align 1
  ret void
}
define void @tgt5(ptr %p) {
  %back = getelementptr i8, ptr %p, i64 -9223372036854775808
  store i16 5, ptr %back, align 1
  ret void
}
