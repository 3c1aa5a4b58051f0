; RUN: tollgate check %s
; RUN: tollgate check %s --format json
; A flag that only the target has: the sum of the largest number and one is poison. (§12.3)
define i32 @src(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @tgt(i32 %x) {
  %y = add nsw i32 %x, 1
  ret i32 %y
}
