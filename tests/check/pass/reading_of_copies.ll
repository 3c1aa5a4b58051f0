; RUN: tollgate check %s --reading integer-copy=as-integer
; Where a number of which a byte is poison is held to be poison, a part of what was copied is what arithmetic says. (§11.15)
define i8 @src1(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %b = load i8, ptr %q
  ret i8 %b
}
define i8 @tgt1(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %b = trunc i32 %v to i8
  ret i8 %b
}

define i16 @src3(ptr %p, ptr %q, i1 %c) {
  %v = load i32, ptr %p
  %w = select i1 %c, i32 %v, i32 7
  store i32 %w, ptr %q
  %b = load i16, ptr %q
  ret i16 %b
}
define i16 @tgt3(ptr %p, ptr %q, i1 %c) {
  %v = load i32, ptr %p
  %w = select i1 %c, i32 %v, i32 7
  store i32 %w, ptr %q
  %b = trunc i32 %w to i16
  ret i16 %b
}
