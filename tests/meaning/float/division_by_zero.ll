; RUN: tollgate run %s --fn f --args 1.0,0.0
; RUN: tollgate run %s --fn f --args 1.0,-0.0
; RUN: tollgate run %s --fn f --args -1.0,-0.0
; CLAUSE: 'fdiv' Instruction: division by zero is no error, it gives an infinity of the right sign
define double @f(double %a, double %b) {
  %r = fdiv double %a, %b
  ret double %r
}
