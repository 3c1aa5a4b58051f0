; RUN: tollgate run %s --fn f --args 5.5,2.0
; RUN: tollgate run %s --fn f --args -5.5,2.0
; RUN: tollgate run %s --fn f --args 5.5,-2.0
; RUN: tollgate run %s --fn f --args -4.0,2.0
; CLAUSE: frem: the remainder has the sign of the dividend, as C's fmod
target datalayout = "e"

define double @f(double %a, double %b) {
  %r = frem double %a, %b
  ret double %r
}
