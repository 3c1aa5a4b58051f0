; RUN: tollgate run %s --fn f --args 255.9
; RUN: tollgate run %s --fn f --args 256.0
; RUN: tollgate run %s --fn f --args -0.9
; RUN: tollgate run %s --fn f --args -1.0
; RUN: tollgate run %s --fn f --args nan
; CLAUSE: 'fptoui .. to' Instruction: rounds towards zero, and what does not fit is poison
define i8 @f(double %a) {
  %r = fptoui double %a to i8
  ret i8 %r
}
