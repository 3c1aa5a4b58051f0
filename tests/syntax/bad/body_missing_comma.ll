; ERROR: 3:19: comma expected
define i32 @f(i32 %x) {
  %y = add i32 %x 1
  ret i32 %y
}
