; RUN: tollgate run %s --fn f --args 9007199254740992.0
; RUN: tollgate run %s --fn f --args 9007199254740994.0
; CLAUSE: floating-point environment: ties are rounded to even
target datalayout = "e"

define double @f(double %a) {
  %r = fadd double %a, 1.0
  ret double %r
}
