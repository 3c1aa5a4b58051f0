; ERROR: 3:13: unknown predicate
define i1 @f(float %x) {
  %y = fcmp slt float %x, 1.0
  ret i1 %y
}
