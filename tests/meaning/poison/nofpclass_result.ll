; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn f --args -1.0
; CLAUSE: Parameter Attributes: a result of a class that nofpclass excludes is poison
define nofpclass(inf) double @callee(double %x) {
  %r = fdiv double %x, 0.000000e+00
  ret double %r
}

define double @f(double %x) {
  %r = call double @callee(double %x)
  ret double %r
}
