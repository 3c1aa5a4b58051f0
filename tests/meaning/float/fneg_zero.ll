; RUN: tollgate run %s --fn f --args 0.0
; RUN: tollgate run %s --fn f --args -1.5
; CLAUSE: fneg: flips the sign bit, also of zero
target datalayout = "e"

define double @f(double %a) {
  %r = fneg double %a
  ret double %r
}
