; RUN: tollgate run %s --fn f --args 0.0,-0.0
; RUN: tollgate run %s --fn g --args -0.0,0.0
; CLAUSE: fcmp: the two zeros are equal
target datalayout = "e"

define i1 @f(double %a, double %b) {
  %r = fcmp oeq double %a, %b
  ret i1 %r
}

define i1 @g(double %a, double %b) {
  %r = fcmp olt double %a, %b
  ret i1 %r
}
