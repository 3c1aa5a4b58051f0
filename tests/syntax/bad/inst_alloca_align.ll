; ERROR: 3:26: power of two
define void @f() {
  %y = alloca i32, align 6
  ret void
}
