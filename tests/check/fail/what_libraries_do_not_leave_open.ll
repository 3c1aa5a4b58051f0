; RUN: tollgate check %s
; The same functions where C says what they do.

target triple = "x86_64-unknown-linux-gnu"

@plain = private unnamed_addr constant [6 x i8] c"abn%d\00"
@eight = private unnamed_addr constant [6 x i8] c"0x1p3\00"
@text = private unnamed_addr constant [3 x i8] c"%s\00"
@pointer = private unnamed_addr constant [3 x i8] c"%p\00"
@word = private unnamed_addr constant [3 x i8] c"ab\00"

declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)
declare i32 @fflush(ptr)
declare double @frexp(double, ptr)
declare double @modf(double, ptr)
declare double @strtod(ptr, ptr)
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)

define i1 @src1(ptr %p) {
  %r = call i32 (ptr, ...) @printf(ptr @pointer, ptr %p)
  %c = icmp eq ptr %p, null
  ret i1 %c
}

define i1 @tgt1(ptr %p) {
  %r = call i32 (ptr, ...) @printf(ptr @pointer, ptr %p)
  ret i1 false
}

define i1 @src2(ptr %f) {
  %r = call i32 @fflush(ptr %f)
  %c = icmp eq ptr %f, null
  ret i1 %c
}

define i1 @tgt2(ptr %f) {
  %r = call i32 @fflush(ptr %f)
  ret i1 false
}

define i32 @src3() {
  %p = call ptr @malloc(i64 8)
  store i32 4, ptr %p
  %q = call ptr @realloc(ptr %p, i64 4)
  %v = load i32, ptr %q
  ret i32 %v
}

define i32 @tgt3() {
  ret i32 5
}

define i32 @src4() {
  %b = alloca i32
  %a = call double @frexp(double 8.0, ptr %b)
  %c = load i32, ptr %b
  ret i32 %c
}

define i32 @tgt4() {
  ret i32 5
}

define i8 @src5() {
  %r = call i32 (ptr, ...) @printf(ptr @text, ptr @word)
  ret i8 1
}

define i8 @tgt5() {
  %r = call i32 (ptr, ...) @printf(ptr @text, ptr @word)
  ret i8 2
}

define i8 @src6() {
  %r = call i32 @puts(ptr @word)
  ret i8 1
}

define i8 @tgt6() {
  %r = call i32 @puts(ptr @word)
  ret i8 2
}

define double @src7() {
  %s = alloca double
  %f = call double @modf(double 2.5, ptr %s)
  %v = load double, ptr %s
  ret double %v
}

define double @tgt7() {
  ret double 2.5
}

define double @src8() {
  %f = call double @strtod(ptr @eight, ptr null)
  ret double %f
}

define double @tgt8() {
  ret double 9.0
}
