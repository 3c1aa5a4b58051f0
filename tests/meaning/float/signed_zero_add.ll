; RUN: tollgate run %s --fn f --args 0.0,-0.0
; RUN: tollgate run %s --fn f --args -0.0,-0.0
; CLAUSE: fadd: opposite zeros add to positive zero when rounding to nearest
target datalayout = "e"

define double @f(double %a, double %b) {
  %r = fadd double %a, %b
  ret double %r
}
