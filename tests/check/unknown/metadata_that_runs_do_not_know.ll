; RUN: tollgate check %s
; Metadata that allows other results, or that nobody knows, is no evidence. These pairs are right, or may be. (§11b.2)
define float @src1(float %x) {
  %r = fdiv float 1.0, %x, !fpmath !0
  ret float %r
}
define float @tgt1(float %x) {
  %d = fpext float %x to double
  %q = fdiv double 1.0, %d
  %e = fadd double %q, 0x3DB0000000000000
  %r = fptrunc double %e to float
  ret float %r
}
define i32 @src3(ptr %p) {
  %r = load i32, ptr %p, !some.promise !1
  ret i32 %r
}
define i32 @tgt3(ptr %p) {
  ret i32 5
}
!0 = !{float 2.5}
!1 = !{}
