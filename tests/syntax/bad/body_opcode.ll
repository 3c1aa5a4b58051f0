; ERROR: 3:8: unknown instruction
define i32 @f(i32 %x) {
  %y = adds i32 %x, 1
  ret i32 %y
}
