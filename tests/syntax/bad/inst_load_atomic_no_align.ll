; ERROR: 3:25: alignment expected
define i32 @f(ptr %p) {
  %y = load atomic i32, ptr %p seq_cst
  ret i32 %y
}
