; RUN: tollgate check %s
; Near misses: in one text a number is one variable, and what does not depend on which one it is tells.
@0 = private global i32 1
@1 = private global i32 1
define ptr @src1() {
  ret ptr @0
}
define ptr @tgt1() {
  ret ptr @1
}
define i32 @src2() {
  %x = load i32, ptr @0
  ret i32 %x
}
define i32 @tgt2() {
  ret i32 2
}
