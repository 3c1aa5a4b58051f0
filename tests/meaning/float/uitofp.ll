; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'uitofp .. to' Instruction: reads the integer as unsigned
define float @f(i8 %a) {
  %r = uitofp i8 %a to float
  ret float %r
}
