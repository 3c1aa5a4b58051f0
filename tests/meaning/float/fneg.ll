; RUN: tollgate run %s --fn f --args 0.0
; RUN: tollgate run %s --fn f --args -1.5
; RUN: tollgate run %s --fn f --args -0.0
; CLAUSE: 'fneg' Instruction: flips the sign, also of zero
define double @f(double %a) {
  %r = fneg double %a
  ret double %r
}
