; RUN: tollgate check %s
; A pseudo-denormal is a number, and the product with one is that number in another encoding on the machine, not by passes. (§8.1)
define i80 @src(i80 noundef %i) {
  %x = bitcast i80 %i to x86_fp80
  %y = fmul x86_fp80 %x, 0xK3FFF8000000000000000
  %b = bitcast x86_fp80 %y to i80
  ret i80 %b
}
define i80 @tgt(i80 noundef %i) {
  ret i80 %i
}
