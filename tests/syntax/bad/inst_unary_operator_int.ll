; ERROR: 3:17: float expected
define i32 @f(i32 %x) {
  %y = fneg i32 %x
  ret i32 %y
}
