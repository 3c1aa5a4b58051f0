; RUN: tollgate check %s
; Without a call of the C library, `errno` is a variable as any other; and a variable of the module
; alone is none of the library (`unknown/errno_as_a_variable.ll`). (§11b.2)

target triple = "x86_64-unknown-linux-gnu"

@errno = external thread_local global i32
@signgam = internal global i32 0

define i32 @src1() {
  store i32 0, ptr @errno
  %v = load i32, ptr @errno
  ret i32 %v
}

define i32 @tgt1() {
  store i32 0, ptr @errno
  ret i32 34
}

define i32 @src2() {
  store i32 1, ptr @signgam
  %v = load i32, ptr @signgam
  ret i32 %v
}

define i32 @tgt2() {
  store i32 1, ptr @signgam
  ret i32 2
}
