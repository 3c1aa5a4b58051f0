; RUN: tollgate run %s --fn f --args 65504
; RUN: tollgate run %s --fn f --args 65519
; RUN: tollgate run %s --fn f --args 65520
; RUN: tollgate run %s --fn f --args 2049
; CLAUSE: 'uitofp .. to' Instruction: what is too large is rounded to infinity
define half @f(i32 %a) {
  %r = uitofp i32 %a to half
  ret half %r
}
