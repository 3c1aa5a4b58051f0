; RUN: tollgate run %s --fn f --args 0.0,0.0
; RUN: tollgate run %s --fn f --args 0.0,1.0
; RUN: tollgate run %s --fn g --args 0.0
; RUN: tollgate run %s --fn g --args 1.0
; RUN: tollgate run %s --fn h --args 1.0
; RUN: tollgate run %s --fn h --args -1.0
; CLAUSE: Floating-Point Environment: 0/0, 0 * infinity, infinity - infinity are NaN
define i1 @f(double %a, double %b) {
  %q = fdiv double %a, %b
  %r = fcmp uno double %q, 0.000000e+00
  ret i1 %r
}

define i1 @g(double %a) {
  %i = fdiv double 1.000000e+00, 0.000000e+00
  %q = fmul double %a, %i
  %r = fcmp uno double %q, 0.000000e+00
  ret i1 %r
}

define i1 @h(double %a) {
  %i = fdiv double 1.000000e+00, 0.000000e+00
  %j = fdiv double %a, 0.000000e+00
  %q = fsub double %i, %j
  %r = fcmp uno double %q, 0.000000e+00
  ret i1 %r
}
