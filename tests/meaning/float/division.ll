; RUN: tollgate run %s --fn f --args 1.0,0.0
; RUN: tollgate run %s --fn f --args 1.0,-0.0
; RUN: tollgate run %s --fn f --args 1.0,4.0
; CLAUSE: fdiv: division by zero is no error, it gives an infinity of the right sign
target datalayout = "e"

define double @f(double %a, double %b) {
  %r = fdiv double %a, %b
  ret double %r
}
