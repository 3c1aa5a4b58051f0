; RUN: tollgate check %s --no-refute
; RUN: tollgate check %s --no-refute --rules %d/squares.rules --explain
; RUN: tollgate check %s --fn src1 --no-refute --rules %d/squares.rules --format json
; What only a user's rule proves is not valid, but unknown; what is proven without it stays valid; what is wrong stays wrong.
define i32 @src1(i32 noundef %x, i32 noundef %y) {
  %a = mul i32 %x, %x
  %b = mul i32 %y, %y
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt1(i32 noundef %x, i32 noundef %y) {
  %a = add i32 %x, %y
  %b = sub i32 %x, %y
  %r = mul i32 %a, %b
  ret i32 %r
}

define i32 @src2(i32 %x) {
  %r = add i32 %x, 0
  ret i32 %r
}
define i32 @tgt2(i32 %x) {
  ret i32 %x
}

define i32 @src3(i32 noundef %x, i32 noundef %y) {
  %a = mul i32 %x, %x
  %b = mul i32 %y, %y
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt3(i32 noundef %x, i32 noundef %y) {
  %a = add i32 %x, %y
  %r = mul i32 %a, %a
  ret i32 %r
}
