; RUN: tollgate run %s --fn f --args true,nan
; RUN: tollgate run %s --fn f --args true,2.0
; CLAUSE: select: with nnan a NaN that is chosen gives poison
target datalayout = "e"

define double @f(i1 %c, double %a) {
  %r = select nnan i1 %c, double %a, double 1.0
  ret double %r
}
