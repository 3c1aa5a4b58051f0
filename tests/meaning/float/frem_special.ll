; RUN: tollgate run %s --fn f --args -5.0
; RUN: tollgate run %s --fn g --args 5.0
; RUN: tollgate run %s --fn h --args 5.0
; CLAUSE: 'frem' Instruction: by infinity it is the dividend, by zero and of infinity it is NaN
define double @f(double %a) {
  %i = fdiv double 1.000000e+00, 0.000000e+00
  %r = frem double %a, %i
  ret double %r
}

define i1 @g(double %a) {
  %q = frem double %a, 0.000000e+00
  %r = fcmp uno double %q, 0.000000e+00
  ret i1 %r
}

define i1 @h(double %a) {
  %i = fdiv double 1.000000e+00, 0.000000e+00
  %q = frem double %i, %a
  %r = fcmp uno double %q, 0.000000e+00
  ret i1 %r
}
