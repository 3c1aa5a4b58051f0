; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn f --args 1.0
; CLAUSE: Behavior of Floating-Point NaN values: an operation on a NaN gives a NaN
define i1 @f(double %a) {
  %x = fadd double %a, 1.000000e+00
  %y = fmul double %x, 0.000000e+00
  %z = frem double %y, 2.000000e+00
  %r = fcmp uno double %z, 0.000000e+00
  ret i1 %r
}
