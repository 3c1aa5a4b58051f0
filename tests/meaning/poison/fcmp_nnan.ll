; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 1.0,1.0
; CLAUSE: fcmp: fast-math flags apply to the operands; with nnan a NaN gives poison
target datalayout = "e"

define i1 @f(double %a, double %b) {
  %r = fcmp nnan une double %a, %b
  ret i1 %r
}
