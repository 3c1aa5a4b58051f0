; ERROR: 3:12: misplaced flag
define i32 @f(i32 %x) {
  %y = add exact i32 %x, 1
  ret i32 %y
}
