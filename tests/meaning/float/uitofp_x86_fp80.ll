; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn g --args -1
; CLAUSE: 'uitofp .. to' Instruction: x86_fp80 holds every i64 exactly, and rounds wider ones
define x86_fp80 @f(i64 %a) {
  %r = uitofp i64 %a to x86_fp80
  ret x86_fp80 %r
}

define x86_fp80 @g(i65 %a) {
  %r = uitofp i65 %a to x86_fp80
  ret x86_fp80 %r
}
