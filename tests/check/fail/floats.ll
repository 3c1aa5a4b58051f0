; RUN: tollgate check %s
; Minus zero, NaN, and an intermediate result that is infinite. (§8.1)
define double @src_zero(double %x) {
  %sum = fadd double %x, 0.0
  ret double %sum
}
define double @tgt_zero(double %x) {
  ret double %x
}
define i1 @src_nan(float %x, float %y) {
  %less = fcmp olt float %x, %y
  %not = xor i1 %less, true
  ret i1 %not
}
define i1 @tgt_nan(float %x, float %y) {
  %not = fcmp oge float %x, %y
  ret i1 %not
}
define float @src_infinite(float noundef %x) {
  %large = fmul float %x, 2.0
  %same = fmul float %large, 0.5
  ret float %same
}
define float @tgt_infinite(float noundef %x) {
  ret float %x
}
