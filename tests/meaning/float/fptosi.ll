; RUN: tollgate run %s --fn f --args -1.9
; RUN: tollgate run %s --fn f --args 127.9
; RUN: tollgate run %s --fn f --args 128.0
; RUN: tollgate run %s --fn f --args -128.9
; RUN: tollgate run %s --fn f --args nan
; CLAUSE: fptosi: rounds towards zero; what does not fit is poison
target datalayout = "e"

define i8 @f(double %a) {
  %r = fptosi double %a to i8
  ret i8 %r
}
