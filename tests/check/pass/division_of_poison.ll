; RUN: tollgate check %s --no-refute
; A signed division of poison by -1 is undefined, as one of the smallest number is (§11.11): a dividend may become more defined.
define i32 @srcremainder(i32 %x, i32 %y) {
  %a = add nsw i32 %x, 1
  %r = srem i32 %a, %y
  ret i32 %r
}
define i32 @tgtremainder(i32 %x, i32 %y) {
  %a = add i32 %x, 1
  %r = srem i32 %a, %y
  ret i32 %r
}
define i32 @srcby_seven(i32 %x) {
  %a = add nsw i32 %x, 1
  %r = srem i32 %a, 7
  ret i32 %r
}
define i32 @tgtby_seven(i32 %x) {
  %a = add i32 %x, 1
  %r = srem i32 %a, 7
  ret i32 %r
}
