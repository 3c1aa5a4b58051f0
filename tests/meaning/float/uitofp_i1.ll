; RUN: tollgate run %s --fn f --args true
; CLAUSE: 'uitofp .. to' Instruction: a true i1 is 1.0
define float @f(i1 %a) {
  %r = uitofp i1 %a to float
  ret float %r
}
