; RUN: tollgate run %s --fn f --args true
; CLAUSE: 'sitofp .. to' Instruction: a true i1 is -1.0
define float @f(i1 %a) {
  %r = sitofp i1 %a to float
  ret float %r
}
