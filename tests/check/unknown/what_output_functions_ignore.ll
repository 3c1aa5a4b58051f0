; RUN: tollgate check %s
; Nobody sees of the arguments of an output function what does not change its output. None of this is `invalid`.
; (§11b.2)
@s = constant [3 x i8] c"ab\00"
@t = constant [5 x i8] c"ab\00xy"
@plain = constant [3 x i8] c"ab\00"
@character = constant [3 x i8] c"%c\00"
declare i32 @putchar(i32)
declare i32 @fputc(i32, ptr)
declare i32 @puts(ptr)
declare i64 @fwrite(ptr, i64, i64, ptr)
declare i32 @printf(ptr, ...)

define i32 @src1(i32 %x) {
  %r = call i32 @putchar(i32 %x)
  ret i32 %r
}
define i32 @tgt1(i32 %x) {
  %y = and i32 %x, 255
  %r = call i32 @putchar(i32 %y)
  ret i32 %r
}

define void @src2(i32 %x, ptr %f) {
  call i32 @fputc(i32 %x, ptr %f)
  ret void
}
define void @tgt2(i32 %x, ptr %f) {
  %y = add i32 %x, 256
  call i32 @fputc(i32 %y, ptr %f)
  ret void
}

define void @src3() {
  call i32 @puts(ptr @s)
  ret void
}
define void @tgt3() {
  call i32 @puts(ptr @t)
  ret void
}

define void @src4(ptr %f) {
  call i64 @fwrite(ptr @s, i64 2, i64 1, ptr %f)
  ret void
}
define void @tgt4(ptr %f) {
  call i64 @fwrite(ptr @t, i64 1, i64 2, ptr %f)
  ret void
}

define void @src5(i32 %x) {
  call i32 (ptr, ...) @printf(ptr @plain, i32 %x)
  ret void
}
define void @tgt5(i32 %x) {
  call i32 (ptr, ...) @printf(ptr @plain, i32 0)
  ret void
}

define void @src6(i32 %x) {
  call i32 (ptr, ...) @printf(ptr @character, i32 %x)
  ret void
}
define void @tgt6(i32 %x) {
  %y = and i32 %x, 255
  call i32 (ptr, ...) @printf(ptr @character, i32 %y)
  ret void
}
