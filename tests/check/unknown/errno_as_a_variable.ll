; RUN: tollgate check %s
; Functions of the C library write `errno`; where it is a variable of the program, what they leave
; there is not known. (§11b.2)

target triple = "x86_64-unknown-linux-gnu"

@errno = external thread_local global i32
@big = private constant [24 x i8] c"99999999999999999999999\00"

declare i64 @strtol(ptr, ptr, i32)
declare double @sqrt(double)

define i32 @src1() {
  store i32 0, ptr @errno
  %r = call i64 @strtol(ptr @big, ptr null, i32 10)
  %v = load i32, ptr @errno
  ret i32 %v
}

define i32 @tgt1() {
  store i32 0, ptr @errno
  %r = call i64 @strtol(ptr @big, ptr null, i32 10)
  ret i32 34
}

define i32 @src2() {
  store i32 0, ptr @errno
  %r = call double @sqrt(double -1.0)
  %v = load i32, ptr @errno
  ret i32 %v
}

define i32 @tgt2() {
  store i32 0, ptr @errno
  %r = call double @sqrt(double -1.0)
  ret i32 33
}
