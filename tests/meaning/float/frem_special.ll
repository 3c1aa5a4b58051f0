; RUN: tollgate run %s --fn f --args 5.0
; RUN: tollgate run %s --fn g --args 5.0
; CLAUSE: frem: by infinity it is the dividend, of infinity or by zero it is NaN
target datalayout = "e"

define double @f(double %a) {
  %r = frem double %a, 0x7FF0000000000000
  ret double %r
}

define i1 @g(double %a) {
  %q = frem double %a, 0.0
  %r = fcmp uno double %q, 0.0
  ret i1 %r
}
