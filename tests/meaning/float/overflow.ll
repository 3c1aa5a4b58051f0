; RUN: tollgate run %s --fn f --args 1.0e308,10.0
; RUN: tollgate run %s --fn f --args -1.0e308,10.0
; CLAUSE: Floating-Point Environment: a result that is too large is rounded to infinity
define double @f(double %a, double %b) {
  %r = fmul double %a, %b
  ret double %r
}
