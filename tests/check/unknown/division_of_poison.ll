; RUN: tollgate check %s --no-refute
; A signed division of poison by -1 is undefined (§11.11): the target must not divide what may be poison where the source divides a number, nor in front of a call that may not return. All pairs are wrong.
declare void @may_not_return()
define i32 @srcremainder(i32 %x, i32 %y) {
  %a = add i32 %x, 1
  %r = srem i32 %a, %y
  ret i32 %r
}
define i32 @tgtremainder(i32 %x, i32 %y) {
  %a = add nsw i32 %x, 1
  %r = srem i32 %a, %y
  ret i32 %r
}
define i32 @srcunused(i32 noundef %x) {
  ret i32 %x
}
define i32 @tgtunused(i32 noundef %x) {
  %a = add nsw i32 %x, 1
  %r = sdiv i32 %a, -1
  ret i32 %x
}
define i32 @srcof_undef(i32 %x) {
  ret i32 0
}
define i32 @tgtof_undef(i32 %x) {
  %r = srem i32 %x, -1
  ret i32 0
}
define i32 @srcmoved(i32 %x) {
  call void @may_not_return()
  %r = srem i32 %x, -1
  ret i32 0
}
define i32 @tgtmoved(i32 %x) {
  %r = srem i32 %x, -1
  call void @may_not_return()
  ret i32 0
}
define <2 x i32> @srclanes(<2 x i32> noundef %x) {
  ret <2 x i32> %x
}
define <2 x i32> @tgtlanes(<2 x i32> noundef %x) {
  %a = add nsw <2 x i32> %x, <i32 1, i32 1>
  %r = srem <2 x i32> %a, <i32 7, i32 -1>
  ret <2 x i32> %x
}
