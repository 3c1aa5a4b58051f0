; RUN: tollgate check %s
; What C leaves open, or what a library does besides: `%n` writes, errno is written, a text or a
; stream is there. Nothing rests on what a run makes of these.

target triple = "x86_64-unknown-linux-gnu"

@counted = private unnamed_addr constant [6 x i8] c"abc%n\00"
@nan = private unnamed_addr constant [4 x i8] c"nan\00"
@text = private unnamed_addr constant [3 x i8] c"%s\00"

declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)
declare i32 @fputc(i32, ptr)
declare i64 @fwrite(ptr, i64, i64, ptr)
declare ptr @__errno_location()
declare double @sqrt(double)
declare double @frexp(double, ptr)
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare i64 @malloc_usable_size(ptr)
declare void @sincos(double, ptr, ptr)
declare double @modf(double, ptr)
declare double @strtod(ptr, ptr)

define i32 @src1() {
  %x = alloca i32
  store i32 0, ptr %x
  %r = call i32 (ptr, ...) @printf(ptr @counted, ptr %x)
  %v = load i32, ptr %x
  ret i32 %v
}

define i32 @tgt1() {
  %x = alloca i32
  store i32 0, ptr %x
  %r = call i32 (ptr, ...) @printf(ptr @counted, ptr %x)
  ret i32 3
}

define i32 @src2() {
  %e = call ptr @__errno_location()
  store i32 0, ptr %e
  %s = call double @sqrt(double -1.0)
  %f = call ptr @__errno_location()
  %v = load i32, ptr %f
  ret i32 %v
}

define i32 @tgt2() {
  %e = call ptr @__errno_location()
  store i32 0, ptr %e
  %s = call double @sqrt(double -1.0)
  %f = call ptr @__errno_location()
  ret i32 33
}

define i1 @src3() {
  %p = call ptr @malloc(i64 8)
  %q = call ptr @realloc(ptr %p, i64 0)
  %c = icmp eq ptr %q, null
  ret i1 %c
}

define i1 @tgt3() {
  ret i1 false
}

define i64 @src4() {
  %p = call ptr @malloc(i64 5)
  %v = call i64 @malloc_usable_size(ptr %p)
  ret i64 %v
}

define i64 @tgt4() {
  ret i64 24
}

define i32 @src5() {
  %b = alloca i32
  %a = call double @frexp(double 0x7FF0000000000000, ptr %b)
  %c = load i32, ptr %b
  ret i32 %c
}

define i32 @tgt5() {
  ret i32 5
}

define i1 @src6(ptr %f) {
  %r = call i32 @fputc(i32 5, ptr %f)
  %c = icmp eq ptr %f, null
  ret i1 %c
}

define i1 @tgt6(ptr %f) {
  %r = call i32 @fputc(i32 5, ptr %f)
  ret i1 false
}

define i1 @src7(ptr %p) {
  %r = call i32 (ptr, ...) @printf(ptr @text, ptr %p)
  %c = icmp eq ptr %p, null
  ret i1 %c
}

define i1 @tgt7(ptr %p) {
  %r = call i32 (ptr, ...) @printf(ptr @text, ptr %p)
  ret i1 false
}

define i1 @src8(ptr %p, ptr nonnull dereferenceable(1) %f) {
  %r = call i64 @fwrite(ptr %p, i64 2, i64 2, ptr %f)
  %c = icmp eq ptr %p, null
  ret i1 %c
}

define i1 @tgt8(ptr %p, ptr nonnull dereferenceable(1) %f) {
  %r = call i64 @fwrite(ptr %p, i64 2, i64 2, ptr %f)
  ret i1 false
}

define i8 @src9() {
  %a = alloca [2 x i8]
  store i8 65, ptr %a
  %b = getelementptr i8, ptr %a, i64 1
  store i8 66, ptr %b
  %r = call i32 @puts(ptr %a)
  ret i8 1
}

define i8 @tgt9() {
  %a = alloca [2 x i8]
  store i8 65, ptr %a
  %b = getelementptr i8, ptr %a, i64 1
  store i8 66, ptr %b
  %r = call i32 @puts(ptr %a)
  ret i8 2
}

define double @src10() {
  %s = alloca double
  %c = alloca double
  call void @sincos(double 1.0, ptr %s, ptr %c)
  %v = load double, ptr %s
  ret double %v
}

define double @tgt10() {
  ret double 0x3FEAED548F090CEF
}

define double @src11() {
  %s = alloca double
  %f = call double @modf(double 0x7FF8000000000000, ptr %s)
  %v = load double, ptr %s
  ret double %v
}

define double @tgt11() {
  ret double 0xFFF8000000000000
}

define double @src12() {
  %f = call double @strtod(ptr @nan, ptr null)
  ret double %f
}

define double @tgt12() {
  ret double 0xFFF8000000000000
}
