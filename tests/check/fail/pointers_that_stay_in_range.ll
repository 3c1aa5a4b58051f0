; RUN: tollgate check %s
; Near misses: the last byte of the range, a comparison in it, and a pointer without one.
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@other = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define i32 @src1() {
  %p = getelementptr i32, ptr getelementptr inrange(0, 8) (i8, ptr @table, i64 4), i64 1
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt1() {
  ret i32 9
}
define i1 @src2() {
  %p = getelementptr i32, ptr getelementptr inrange(0, 8) (i8, ptr @table, i64 4), i64 2
  %c = icmp eq ptr %p, getelementptr inrange(0, 8) (i8, ptr @table, i64 4)
  ret i1 %c
}
define i1 @tgt2() {
  ret i1 true
}
define i32 @src3() {
  %p = getelementptr i32, ptr getelementptr (i8, ptr @other, i64 4), i64 2
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt3() {
  ret i32 9
}
