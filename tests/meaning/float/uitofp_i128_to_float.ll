; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 340282346638528859811704183484516925440
; CLAUSE: 'uitofp .. to' Instruction: the largest i128 is beyond the largest float
define float @f(i128 %a) {
  %r = uitofp i128 %a to float
  ret float %r
}
