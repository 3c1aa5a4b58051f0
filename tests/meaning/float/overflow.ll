; RUN: tollgate run %s --fn f --args 1.0e308,10.0
; RUN: tollgate run %s --fn f --args -1.0e308,10.0
; CLAUSE: floating-point types: a result too large for the format is infinite
target datalayout = "e"

define double @f(double %a, double %b) {
  %r = fmul double %a, %b
  ret double %r
}
