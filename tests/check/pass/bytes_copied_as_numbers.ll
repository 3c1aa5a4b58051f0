; RUN: tollgate check %s
; What was computed is poison as a whole or not at all, so that a part of it is what arithmetic says. (§11.15)
define i8 @src1(i32 %x, ptr %q) {
  %v = add i32 %x, 1
  store i32 %v, ptr %q
  %b = load i8, ptr %q
  ret i8 %b
}
define i8 @tgt1(i32 %x, ptr %q) {
  %v = add i32 %x, 1
  store i32 %v, ptr %q
  %b = trunc i32 %v to i8
  ret i8 %b
}

define i8 @src2(i32 %x, ptr %q) {
  store i32 %x, ptr %q
  %p = getelementptr i8, ptr %q, i64 1
  %b = load i8, ptr %p
  ret i8 %b
}
define i8 @tgt2(i32 %x, ptr %q) {
  store i32 %x, ptr %q
  %s = lshr i32 %x, 8
  %b = trunc i32 %s to i8
  ret i8 %b
}

; All of what was copied.
define i32 @src3(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %b = load i32, ptr %q
  ret i32 %b
}
define i32 @tgt3(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  ret i32 %v
}
