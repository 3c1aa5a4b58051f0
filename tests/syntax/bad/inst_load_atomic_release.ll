; ERROR: 3:32: invalid ordering
define i32 @f(ptr %p) {
  %y = load atomic i32, ptr %p release, align 4
  ret i32 %y
}
