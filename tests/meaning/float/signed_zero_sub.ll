; RUN: tollgate run %s --fn f --args 0.0,0.0
; RUN: tollgate run %s --fn f --args -0.0,0.0
; CLAUSE: fsub: 0.0 - 0.0 is positive zero, so it is no negation
target datalayout = "e"

define double @f(double %a, double %b) {
  %r = fsub double %a, %b
  ret double %r
}
