; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 1.0
; CLAUSE: Poison Values: float operations pass poison on
define float @f(float %a) {
  %n = fneg float %a
  %m = fmul float %n, 0.000000e+00
  %r = frem float %m, 1.000000e+00
  ret float %r
}
