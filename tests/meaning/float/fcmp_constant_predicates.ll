; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn g --args 1.0
; CLAUSE: fcmp: true and false do not look at their operands
target datalayout = "e"

define i1 @f(double %a) {
  %r = fcmp true double %a, %a
  ret i1 %r
}

define i1 @g(double %a) {
  %r = fcmp false double %a, %a
  ret i1 %r
}
