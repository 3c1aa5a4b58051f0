; ERROR: 3:29: type mismatch
define i32 @f(i1 %c) {
  %y = select i1 %c, i32 1, i64 2
  ret i32 %y
}
