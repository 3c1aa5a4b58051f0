; RUN: tollgate run %s --fn f --args poison
; CLAUSE: poison values: float operations propagate poison as well
target datalayout = "e"

define float @f(float %a) {
  %n = fneg float %a
  %r = fadd float %n, 1.0
  ret float %r
}
