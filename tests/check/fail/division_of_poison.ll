; RUN: tollgate check %s
; Undefined for one value is undefined for poison. These pairs are wrong. (§11.11)
define i8 @src3(i8 %x, i8 %y) {
  %n = sub i8 1, %x
  %r = srem i8 %n, %y
  ret i8 %r
}
define i8 @tgt3(i8 %x, i8 %y) {
  %n = sub nsw i8 1, %x
  %r = srem i8 %n, %y
  ret i8 %r
}
define i32 @src4(i32 %x) {
  %a = add nsw i32 %x, 1
  %r = sdiv i32 %a, -2
  ret i32 %r
}
define i32 @tgt4(i32 %x) {
  %a = add i32 %x, 1
  %r = sdiv i32 %a, -1
  ret i32 %r
}
