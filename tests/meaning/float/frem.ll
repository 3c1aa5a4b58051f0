; RUN: tollgate run %s --fn f --args 5.5,2.0
; RUN: tollgate run %s --fn f --args -5.5,2.0
; RUN: tollgate run %s --fn f --args 5.5,-2.0
; RUN: tollgate run %s --fn f --args -4.0,2.0
; RUN: tollgate run %s --fn f --args 1.0,2.0
; CLAUSE: 'frem' Instruction: the remainder has the sign of the dividend, as that of C's fmod
define double @f(double %a, double %b) {
  %r = frem double %a, %b
  ret double %r
}
