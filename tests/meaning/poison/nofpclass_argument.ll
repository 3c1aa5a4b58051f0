; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn f --args -0.0
; RUN: tollgate run %s --fn f --args 0.0
; RUN: tollgate run %s --fn f --args 1.0
; CLAUSE: Parameter Attributes: an argument of a class that nofpclass excludes becomes poison
define double @callee(double nofpclass(nan nzero) %x) {
  ret double %x
}

define double @f(double %x) {
  %r = call double @callee(double %x)
  ret double %r
}
