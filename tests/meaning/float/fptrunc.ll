; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn f --args 1.0e300
; RUN: tollgate run %s --fn f --args 0.1
; CLAUSE: fptrunc: rounds to the nearest number of the smaller format
target datalayout = "e"

define float @f(double %a) {
  %r = fptrunc double %a to float
  ret float %r
}
