; RUN: tollgate run %s --fn f --args 1.0,1.0e30,-1.0e30
; RUN: tollgate run %s --fn g --args 1.0,1.0e30,-1.0e30
; CLAUSE: Floating-Point Environment: sums are not reassociated without reassoc
define double @f(double %a, double %b, double %c) {
  %s = fadd double %a, %b
  %r = fadd double %s, %c
  ret double %r
}

define double @g(double %a, double %b, double %c) {
  %s = fadd double %b, %c
  %r = fadd double %a, %s
  ret double %r
}
