; RUN: tollgate check %s
; `atol` of a number that fits is defined, and so is `strtol` of any. (§11b.2)
@big = constant [13 x i8] c"999999999999\00"
@least = constant [12 x i8] c"-2147483648\00"
@huge = constant [22 x i8] c"999999999999999999999\00"
declare i32 @atoi(ptr)
declare i64 @atol(ptr)
declare i64 @strtol(ptr, ptr, i32)

define i64 @src1() {
  %r = call i64 @atol(ptr @big)
  ret i64 %r
}
define i64 @tgt1() {
  unreachable
}

define i32 @src2() {
  %r = call i32 @atoi(ptr @least)
  ret i32 %r
}
define i32 @tgt2() {
  ret i32 2147483647
}

define i64 @src3() {
  %r = call i64 @strtol(ptr @huge, ptr null, i32 10)
  ret i64 %r
}
define i64 @tgt3() {
  unreachable
}
