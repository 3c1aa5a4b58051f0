; RUN: tollgate run %s --fn f --args 9007199254740992.0
; RUN: tollgate run %s --fn f --args 9007199254740994.0
; RUN: tollgate run %s --fn f --args 9007199254740990.0
; CLAUSE: Floating-Point Environment: ties are rounded to even
define double @f(double %a) {
  %r = fadd double %a, 1.000000e+00
  ret double %r
}
