; ERROR: 3:18: integer expected
define float @f(float %x) {
  %y = add float %x, 1.0
  ret float %y
}
