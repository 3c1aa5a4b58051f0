; RUN: tollgate run %s --fn f --args -1.0,0.0
; RUN: tollgate run %s --fn f --args -1.0,-0.0
; CLAUSE: 'fmul' Instruction: the sign of a zero product is the product of the signs
define double @f(double %a, double %b) {
  %r = fmul double %a, %b
  ret double %r
}
