; RUN: tollgate run %s --fn f --args 16777216.0,1.0
; RUN: tollgate run %s --fn f --args 16777216.0,3.0
; RUN: tollgate run %s --fn f --args 16777214.0,1.0
; CLAUSE: Floating-Point Types: float has 24 bits of precision
define float @f(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}
