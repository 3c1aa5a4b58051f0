; RUN: tollgate check %s
; A pointer that was made from a constant that is `inrange` accesses nothing outside of the range; what it is compared with is in the range, too. None is `invalid`.
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@lead = constant ptr getelementptr inrange(0, 8) (i8, ptr @table, i64 4)
define i32 @src1() {
  %p = getelementptr i32, ptr getelementptr inrange(0, 8) (i8, ptr @table, i64 4), i64 2
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt1() {
  ret i32 9
}
define i32 @src2() {
  %p = getelementptr i32, ptr getelementptr inrange(0, 8) (i8, ptr @table, i64 4), i64 -1
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt2() {
  ret i32 9
}
; The constant is what a variable holds.
define i32 @src3() {
  %q = load ptr, ptr @lead
  %p = getelementptr i32, ptr %q, i64 2
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt3() {
  ret i32 9
}
; An access that is in the range in part only.
define i64 @src4() {
  %p = getelementptr i32, ptr getelementptr inrange(0, 8) (i8, ptr @table, i64 4), i64 1
  %v = load i64, ptr %p, align 4
  ret i64 %v
}
define i64 @tgt4() {
  ret i64 9
}
define i1 @src5() {
  %p = getelementptr i32, ptr getelementptr inrange(0, 8) (i8, ptr @table, i64 4), i64 3
  %c = icmp eq ptr %p, getelementptr inrange(0, 8) (i8, ptr @table, i64 4)
  ret i1 %c
}
define i1 @tgt5() {
  ret i1 true
}
