; RUN: tollgate check %s
; Metadata that allows other results, or that nobody knows, is no evidence. These pairs are wrong. (§11b.2)
define float @src2(float %x) {
  %r = fdiv float 1.0, %x
  ret float %r
}
define float @tgt2(float %x) {
  %d = fpext float %x to double
  %q = fdiv double 1.0, %d
  %e = fadd double %q, 0x3DB0000000000000
  %r = fptrunc double %e to float
  ret float %r
}
