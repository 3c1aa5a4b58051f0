; RUN: tollgate check %s
; The library's output functions return only what the library gives: `fwrite` at most the number of elements, `fflush`
; zero or -1, `puts` a number that is not negative or -1, `printf` what the format makes. None of this is `invalid`.
; (§11b.2)
@s = constant [2 x i8] c"a\00"
@f = constant [3 x i8] c"%d\00"
declare i64 @fwrite(ptr, i64, i64, ptr)
declare i32 @fflush(ptr)
declare i32 @puts(ptr)
declare i32 @fputs(ptr, ptr)
declare i32 @printf(ptr, ...)
declare i32 @vprintf(ptr, ptr)
declare i32 @putchar(i32)

define i64 @src1(ptr %f) {
  %r = call i64 @fwrite(ptr @s, i64 1, i64 1, ptr %f)
  ret i64 %r
}
define i64 @tgt1(ptr %f) {
  %r = call i64 @fwrite(ptr @s, i64 1, i64 1, ptr %f)
  %c = icmp ugt i64 %r, 1
  %q = select i1 %c, i64 1, i64 %r
  ret i64 %q
}

define i32 @src2() {
  %r = call i32 @fflush(ptr null)
  ret i32 %r
}
define i32 @tgt2() {
  %r = call i32 @fflush(ptr null)
  %c = icmp eq i32 %r, 0
  %q = select i1 %c, i32 0, i32 -1
  ret i32 %q
}

define i32 @src3() {
  %r = call i32 @puts(ptr @s)
  ret i32 %r
}
define i32 @tgt3() {
  %r = call i32 @puts(ptr @s)
  %c = icmp slt i32 %r, -1
  %q = select i1 %c, i32 -1, i32 %r
  ret i32 %q
}

define i32 @src4() {
  %r = call i32 (ptr, ...) @printf(ptr @s)
  ret i32 %r
}
define i32 @tgt4() {
  %r = call i32 (ptr, ...) @printf(ptr @s)
  %c = icmp slt i32 %r, 0
  %q = select i1 %c, i32 %r, i32 1
  ret i32 %q
}

; How much a conversion makes is not computed here.
define i1 @src5() {
  %r = call i32 (ptr, ...) @printf(ptr @f, i32 5)
  %c = icmp sgt i32 %r, 1
  ret i1 %c
}
define i1 @tgt5() {
  %r = call i32 (ptr, ...) @printf(ptr @f, i32 5)
  ret i1 false
}

define i1 @src6(ptr %list) {
  %r = call i32 @vprintf(ptr @f, ptr %list)
  %c = icmp sgt i32 %r, 11
  ret i1 %c
}
define i1 @tgt6(ptr %list) {
  %r = call i32 @vprintf(ptr @f, ptr %list)
  ret i1 false
}

define i64 @src7(i64 %n, ptr %f) {
  %r = call i64 @fwrite(ptr @s, i64 0, i64 %n, ptr %f)
  ret i64 %r
}
define i64 @tgt7(i64 %n, ptr %f) {
  %r = call i64 @fwrite(ptr @s, i64 0, i64 %n, ptr %f)
  ret i64 0
}
