; RUN: tollgate run %s --fn f --args -1.5
; RUN: tollgate run %s --fn f --args 0.5
; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn f --args -2.0
; CLAUSE: 'fptosi .. to' Instruction: an i1 holds -1 and 0
define i1 @f(float %a) {
  %r = fptosi float %a to i1
  ret i1 %r
}
