; RUN: tollgate run %s --fn f --args 0.0,0.0
; RUN: tollgate run %s --fn f --args -0.0,0.0
; RUN: tollgate run %s --fn f --args -0.0,-0.0
; CLAUSE: 'fsub' Instruction: 0 - 0 is +0, so 0 - x is not the negation of x
define double @f(double %a, double %b) {
  %r = fsub double %a, %b
  ret double %r
}
