; RUN: tollgate check %s
; Undefined for one value is undefined for poison. These pairs are right, or may be. (§11.11)
define i32 @src1(i32 %x) {
  %a = add nsw i32 %x, 1
  %r = sdiv i32 %a, -1
  ret i32 %r
}
define i32 @tgt1(i32 %x) {
  %a = add i32 %x, 1
  %r = sdiv i32 %a, -1
  ret i32 %r
}
define i8 @src2(i8 %x, i8 %y) {
  %n = sub nsw i8 0, %x
  %r = srem i8 %n, %y
  ret i8 %r
}
define i8 @tgt2(i8 %x, i8 %y) {
  %p = srem i8 %x, %y
  %r = sub nsw i8 0, %p
  ret i8 %r
}
