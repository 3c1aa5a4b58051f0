; RUN: tollgate check %s
; A plain read of what was just read as volatile may be taken for the same. These pairs are right, or may be. (§9.1)
define i32 @src1(ptr %p) {
  %x = load volatile i32, ptr %p
  %y = load i32, ptr %p
  %z = sub i32 %x, %y
  ret i32 %z
}
define i32 @tgt1(ptr %p) {
  %x = load volatile i32, ptr %p
  ret i32 0
}
