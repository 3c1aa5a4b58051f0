; ERROR: 3:15: flags need a float
define i32 @f(i1 %c) {
  %y = select fast i1 %c, i32 1, i32 2
  ret i32 %y
}
