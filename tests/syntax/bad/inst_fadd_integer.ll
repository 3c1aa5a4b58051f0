; ERROR: 3:17: float expected
define i32 @f(i32 %x) {
  %y = fadd i32 %x, 1
  ret i32 %y
}
