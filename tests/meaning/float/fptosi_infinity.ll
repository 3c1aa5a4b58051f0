; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn f --args -1.0
; CLAUSE: 'fptosi .. to' Instruction: an infinity fits into no integer
define i128 @f(double %a) {
  %i = fdiv double %a, 0.000000e+00
  %r = fptosi double %i to i128
  ret i128 %r
}
