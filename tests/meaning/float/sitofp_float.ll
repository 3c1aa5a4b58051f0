; RUN: tollgate run %s --fn f --args 9007199791611905
; RUN: tollgate run %s --fn f --args 9007199791611904
; CLAUSE: 'sitofp .. to' Instruction: to float it rounds once, not by way of double
define float @f(i64 %a) {
  %r = sitofp i64 %a to float
  ret float %r
}
