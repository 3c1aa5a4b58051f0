; RUN: tollgate check %s --no-refute
; A division by zero that is the constant; nothing depends on it, and it is undefined all the same. (§3.4, §12.5)
define i32 @src(i32 %x) {
  ret i32 0
}
define i32 @tgt(i32 %x) {
  %d = udiv i32 %x, 0
  ret i32 0
}
define i32 @src1(i32 %x, i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 0
}
define i32 @tgt1(i32 %x, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %d = srem i32 %x, 0
  ret i32 1
b:
  ret i32 0
}
