; RUN: tollgate check %s
; Calls that print something else (`unknown/outputs_that_are_the_same.ll`). (§11b.2)

@d = private constant [4 x i8] c"%d\0A\00"
@u = private constant [4 x i8] c"%u\0A\00"
@two = private constant [5 x i8] c"%.2s\00"
@text = private constant [3 x i8] c"%s\00"
@tenth = private constant [5 x i8] c"%.1f\00"
@abc = private constant [4 x i8] c"abc\00"
@acc = private constant [4 x i8] c"acc\00"

declare i32 @printf(ptr, ...)
declare i32 @__printf_chk(i32, ptr, ...)
declare i32 @puts(ptr)
declare void @perror(ptr)

define void @src1() {
  %r = call i32 (ptr, ...) @printf(ptr @d, i32 -5)
  ret void
}

define void @tgt1() {
  %r = call i32 (ptr, ...) @printf(ptr @u, i32 -5)
  ret void
}

define void @src2() {
  %r = call i32 (ptr, ...) @printf(ptr @two, ptr @abc)
  ret void
}

define void @tgt2() {
  %r = call i32 (ptr, ...) @printf(ptr @two, ptr @acc)
  ret void
}

; Nothing comes after it.
define void @src3() {
  %r = call i32 (ptr, ...) @printf(ptr @text, ptr @abc)
  ret void
}

define void @tgt3() {
  %r = call i32 (ptr, ...) @printf(ptr @two, ptr @abc)
  ret void
}

define void @src4() {
  %r = call i32 (ptr, ...) @printf(ptr @tenth, double 1.0)
  ret void
}

define void @tgt4() {
  %r = call i32 (ptr, ...) @printf(ptr @tenth, double 2.5)
  ret void
}

define void @src5() {
  %r = call i32 (i32, ptr, ...) @__printf_chk(i32 1, ptr @d, i32 5)
  ret void
}

define void @tgt5() {
  %r = call i32 (i32, ptr, ...) @__printf_chk(i32 1, ptr @d, i32 6)
  ret void
}

define void @src6() {
  call void @perror(ptr @abc)
  ret void
}

define void @tgt6() {
  call void @perror(ptr null)
  ret void
}

define void @src7() {
  %x = call i32 @puts(ptr @abc)
  %y = call i32 @puts(ptr @abc)
  ret void
}

define void @tgt7() {
  %x = call i32 @puts(ptr @abc)
  %y = call i32 @puts(ptr @acc)
  ret void
}
