; RUN: tollgate run %s --fn f --args 0.0,-0.0
; RUN: tollgate run %s --fn f --args -0.0,-0.0
; RUN: tollgate run %s --fn f --args 1.5,-1.5
; CLAUSE: 'fadd' Instruction: zeros of opposite sign add to +0 when rounding to nearest
define double @f(double %a, double %b) {
  %r = fadd double %a, %b
  ret double %r
}
