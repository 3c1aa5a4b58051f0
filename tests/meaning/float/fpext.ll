; RUN: tollgate run %s --fn f --args 1.5
; RUN: tollgate run %s --fn f --args -0.0
; RUN: tollgate run %s --fn f --args 16777215.0
; CLAUSE: 'fpext .. to' Instruction: is exact
define double @f(float %a) {
  %r = fpext float %a to double
  ret double %r
}
