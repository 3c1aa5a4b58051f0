; RUN: tollgate check %s
; Whether an output function fails is up to the environment, and so is which number `puts` returns. What does not hang
; on what `printf` returns is evidence. (§11b.2)
@s = constant [2 x i8] c"a\00"
@f = constant [3 x i8] c"%d\00"
declare i64 @fwrite(ptr, i64, i64, ptr)
declare i32 @fflush(ptr)
declare i32 @puts(ptr)
declare noundef i32 @printf(ptr, ...)

define i64 @src1(ptr %f) {
  %r = call i64 @fwrite(ptr @s, i64 1, i64 1, ptr %f)
  ret i64 %r
}
define i64 @tgt1(ptr %f) {
  %r = call i64 @fwrite(ptr @s, i64 1, i64 1, ptr %f)
  ret i64 1
}

define i32 @src2() {
  %r = call i32 @fflush(ptr null)
  ret i32 %r
}
define i32 @tgt2() {
  %r = call i32 @fflush(ptr null)
  ret i32 0
}

define i32 @src3() {
  %r = call i32 @puts(ptr @s)
  ret i32 %r
}
define i32 @tgt3() {
  %r = call i32 @puts(ptr @s)
  ret i32 2
}

define i32 @src4() {
  %r = call i32 (ptr, ...) @printf(ptr @s)
  ret i32 %r
}
define i32 @tgt4() {
  %r = call i32 (ptr, ...) @printf(ptr @s)
  ret i32 1
}

define i32 @src5(i32 %x) {
  %r = call i32 (ptr, ...) @printf(ptr @f, i32 %x)
  ret i32 %x
}
define i32 @tgt5(i32 %x) {
  %r = call i32 (ptr, ...) @printf(ptr @f, i32 %x)
  ret i32 5
}
