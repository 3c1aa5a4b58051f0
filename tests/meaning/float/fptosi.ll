; RUN: tollgate run %s --fn f --args -1.9
; RUN: tollgate run %s --fn f --args 127.9
; RUN: tollgate run %s --fn f --args 128.0
; RUN: tollgate run %s --fn f --args -128.9
; RUN: tollgate run %s --fn f --args -129.0
; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn f --args -0.5
; CLAUSE: 'fptosi .. to' Instruction: rounds towards zero, and what does not fit is poison
define i8 @f(double %a) {
  %r = fptosi double %a to i8
  ret i8 %r
}
