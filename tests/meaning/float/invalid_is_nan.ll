; RUN: tollgate run %s --fn f --args 0.0,0.0
; RUN: tollgate run %s --fn f --args 0.0,1.0
; RUN: tollgate run %s --fn g
; CLAUSE: fdiv and fsub: 0/0 and infinity minus infinity are NaN
target datalayout = "e"

define i1 @f(double %a, double %b) {
  %q = fdiv double %a, %b
  %r = fcmp uno double %q, 0.0
  ret i1 %r
}

define i1 @g() {
  %q = fsub double 0x7FF0000000000000, 0x7FF0000000000000
  %r = fcmp uno double %q, 0.0
  ret i1 %r
}
