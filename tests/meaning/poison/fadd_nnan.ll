; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 1.0,2.0
; CLAUSE: fast-math flags: with nnan a NaN operand or a NaN result gives poison
target datalayout = "e"

define double @f(double %a, double %b) {
  %r = fadd nnan double %a, %b
  ret double %r
}
