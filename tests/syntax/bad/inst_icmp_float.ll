; ERROR: 3:22: integer or pointer expected
define i1 @f(float %x) {
  %y = icmp eq float %x, 1.0
  ret i1 %y
}
