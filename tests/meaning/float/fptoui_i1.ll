; RUN: tollgate run %s --fn f --args 1.5
; RUN: tollgate run %s --fn f --args 0.5
; RUN: tollgate run %s --fn f --args 2.0
; CLAUSE: 'fptoui .. to' Instruction: an i1 holds 0 and 1
define i1 @f(float %a) {
  %r = fptoui float %a to i1
  ret i1 %r
}
