; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn f --args 0.1
; RUN: tollgate run %s --fn f --args 1.0e300
; RUN: tollgate run %s --fn f --args -1.0e-300
; RUN: tollgate run %s --fn f --args 16777217.0
; RUN: tollgate run %s --fn f --args 16777219.0
; CLAUSE: 'fptrunc .. to' Instruction: rounds to the nearest number of the smaller format
define float @f(double %a) {
  %r = fptrunc double %a to float
  ret float %r
}
