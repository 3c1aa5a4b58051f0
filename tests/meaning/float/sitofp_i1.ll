; RUN: tollgate run %s --fn f --args true
; CLAUSE: sitofp: a true i1 is -1.0
target datalayout = "e"

define float @f(i1 %a) {
  %r = sitofp i1 %a to float
  ret float %r
}
