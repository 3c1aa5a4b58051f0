; RUN: tollgate check %s
; `atoi` and `atof` are not defined for a number that does not fit, nor `isalpha` for what is no character: none of
; this is `invalid`. (§11b.2)
@big = constant [13 x i8] c"999999999999\00"
@huge = constant [6 x i8] c"1e999\00"
declare i32 @atoi(ptr)
declare i64 @atol(ptr)
declare double @atof(ptr)
declare i32 @isalpha(i32)

define i32 @src1() {
  %r = call i32 @atoi(ptr @big)
  ret i32 %r
}
define i32 @tgt1() {
  unreachable
}

define double @src2() {
  %r = call double @atof(ptr @huge)
  ret double %r
}
define double @tgt2() {
  unreachable
}

define i32 @src3() {
  %r = call i32 @isalpha(i32 -5)
  ret i32 %r
}
define i32 @tgt3() {
  unreachable
}
