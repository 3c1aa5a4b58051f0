; RUN: tollgate check %s
; Another character, another text, more bytes, another number. (§11b.2)
@s = constant [3 x i8] c"ab\00"
@t = constant [5 x i8] c"ac\00xy"
@number = constant [3 x i8] c"%d\00"
declare i32 @putchar(i32)
declare i32 @puts(ptr)
declare i64 @fwrite(ptr, i64, i64, ptr)
declare i32 @printf(ptr, ...)

define void @src1(i32 %x) {
  call i32 @putchar(i32 %x)
  ret void
}
define void @tgt1(i32 %x) {
  %y = and i32 %x, 127
  call i32 @putchar(i32 %y)
  ret void
}

define void @src2() {
  call i32 @puts(ptr @s)
  ret void
}
define void @tgt2() {
  call i32 @puts(ptr @t)
  ret void
}

define void @src3(ptr %f) {
  call i64 @fwrite(ptr @s, i64 1, i64 1, ptr %f)
  ret void
}
define void @tgt3(ptr %f) {
  call i64 @fwrite(ptr @s, i64 1, i64 2, ptr %f)
  ret void
}

define void @src4(i32 %x) {
  call i32 (ptr, ...) @printf(ptr @number, i32 %x)
  ret void
}
define void @tgt4(i32 %x) {
  %y = and i32 %x, 255
  call i32 (ptr, ...) @printf(ptr @number, i32 %y)
  ret void
}
