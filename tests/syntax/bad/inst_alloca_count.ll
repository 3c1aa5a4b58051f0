; ERROR: 3:20: integer expected
define void @f(float %n) {
  %y = alloca i32, float %n
  ret void
}
