; RUN: tollgate check %s
; Calls that print the same with other arguments, or of which the output is not known. (§11b.2)

@d = private constant [4 x i8] c"%d\0A\00"
@i = private constant [4 x i8] c"%i\0A\00"
@five = private constant [5 x i8] c"5%d\0A\00"
@two = private constant [5 x i8] c"%.2s\00"
@some = private constant [5 x i8] c"%.*s\00"
@padded = private constant [4 x i8] c"%*d\00"
@tenth = private constant [5 x i8] c"%.1f\00"
@float = private constant [3 x i8] c"%f\00"
@pointer = private constant [3 x i8] c"%p\00"
@text = private constant [3 x i8] c"%s\00"
@percent = private constant [4 x i8] c"%%\0A\00"
@abc = private constant [4 x i8] c"abc\00"
@abd = private constant [4 x i8] c"abd\00"
@a = private constant [2 x i8] c"a\00"
@b = private constant [2 x i8] c"b\00"
@ab = private constant [4 x i8] c"a\0Ab\00"
@nothing = private constant [1 x i8] zeroinitializer

declare i32 @printf(ptr, ...)
declare i32 @vprintf(ptr, ptr)
declare i32 @__printf_chk(i32, ptr, ...)
declare i32 @puts(ptr)
declare void @perror(ptr)

define void @src1() {
  %r = call i32 (ptr, ...) @printf(ptr @d, i32 5)
  ret void
}

define void @tgt1() {
  %r = call i32 (ptr, ...) @printf(ptr @i, i32 5)
  ret void
}

define void @src2() {
  %r = call i32 (ptr, ...) @printf(ptr @two, ptr @abc)
  ret void
}

define void @tgt2() {
  %r = call i32 (ptr, ...) @printf(ptr @two, ptr @abd)
  ret void
}

define void @src3() {
  %r = call i32 (ptr, ...) @printf(ptr @some, i32 3, ptr @abc)
  ret void
}

define void @tgt3() {
  %r = call i32 (ptr, ...) @printf(ptr @some, i32 4, ptr @abc)
  ret void
}

define void @src4() {
  %r = call i32 (ptr, ...) @printf(ptr @padded, i32 0, i32 5)
  ret void
}

define void @tgt4() {
  %r = call i32 (ptr, ...) @printf(ptr @padded, i32 1, i32 5)
  ret void
}

define void @src5() {
  %r = call i32 (ptr, ...) @printf(ptr @tenth, double 1.0)
  ret void
}

define void @tgt5() {
  %r = call i32 (ptr, ...) @printf(ptr @tenth, double 1.015625)
  ret void
}

define void @src6() {
  %r = call i32 (ptr, ...) @printf(ptr @float, double 0x7FF8000000000000)
  ret void
}

define void @tgt6() {
  %r = call i32 (ptr, ...) @printf(ptr @float, double 0x7FF8000000000001)
  ret void
}

define void @src7() {
  %r = call i32 (ptr, ...) @printf(ptr @d, i32 56)
  ret void
}

define void @tgt7() {
  %r = call i32 (ptr, ...) @printf(ptr @five, i32 6)
  ret void
}

define void @src8() {
  %r = call i32 (ptr, ...) @printf(ptr @percent, i32 7)
  ret void
}

define void @tgt8() {
  %r = call i32 (ptr, ...) @printf(ptr @percent, i32 8)
  ret void
}

define void @src9() {
  %r = call i32 (i32, ptr, ...) @__printf_chk(i32 1, ptr @abc)
  ret void
}

define void @tgt9() {
  %r = call i32 (i32, ptr, ...) @__printf_chk(i32 2, ptr @abc)
  ret void
}

define void @src10() {
  call void @perror(ptr null)
  ret void
}

define void @tgt10() {
  call void @perror(ptr @nothing)
  ret void
}

define void @src11() {
  %x = call i32 @puts(ptr @a)
  %y = call i32 @puts(ptr @b)
  ret void
}

define void @tgt11() {
  %x = call i32 @puts(ptr @ab)
  ret void
}

define void @src12(ptr %p, ptr %q) {
  %x = call i32 @vprintf(ptr @d, ptr %p)
  ret void
}

define void @tgt12(ptr %p, ptr %q) {
  %x = call i32 @vprintf(ptr @d, ptr %q)
  ret void
}

define void @src13() {
  %r = call i32 (ptr, ...) @printf(ptr @pointer, ptr null)
  ret void
}

define void @tgt13() {
  %r = call i32 (ptr, ...) @printf(ptr @pointer, ptr inttoptr (i64 1 to ptr))
  ret void
}
