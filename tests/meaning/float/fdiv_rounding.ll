; RUN: tollgate run %s --fn f --args 1.0,4.0
; RUN: tollgate run %s --fn f --args 1.0,3.0
; RUN: tollgate run %s --fn f --args 2.0,3.0
; CLAUSE: 'fdiv' Instruction: the quotient is rounded to nearest
define double @f(double %a, double %b) {
  %r = fdiv double %a, %b
  ret double %r
}
