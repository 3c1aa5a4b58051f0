; ERROR: 3:16: type mismatch
define i32 @f(i64 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
