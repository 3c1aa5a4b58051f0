; ERROR: 3:15: i1 expected
define i32 @f(i32 %c) {
  %y = select i32 %c, i32 1, i32 2
  ret i32 %y
}
