; ERROR: 3:17: comma expected
define i32 @f(ptr %p) {
  %y = load ptr %p
  ret i32 %y
}
