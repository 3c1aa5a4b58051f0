; ERROR: 3:18: pointer expected
define i32 @f(i32 %x) {
  %y = load i32, i32 %x
  ret i32 %y
}
