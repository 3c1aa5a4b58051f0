; ERROR: 3:13: misplaced flag
define i32 @f(i8 %x) {
  %y = sext nneg i8 %x to i32
  ret i32 %y
}
