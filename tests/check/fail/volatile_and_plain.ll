; RUN: tollgate check %s
; A plain read of what was just read as volatile may be taken for the same. These pairs are wrong.
define i32 @src2(ptr %p) {
  %x = load volatile i32, ptr %p
  %y = load volatile i32, ptr %p
  %z = sub i32 %x, %y
  ret i32 %z
}
define i32 @tgt2(ptr %p) {
  %x = load volatile i32, ptr %p
  %y = load volatile i32, ptr %p
  ret i32 0
}
