; RUN: tollgate run %s --fn f --args 1.5
; RUN: tollgate run %s --fn f --args 0.1
; CLAUSE: fpext: is exact
target datalayout = "e"

define double @f(float %a) {
  %r = fpext float %a to double
  ret double %r
}
