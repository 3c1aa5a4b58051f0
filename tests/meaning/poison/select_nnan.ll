; RUN: tollgate run %s --fn f --args true,nan
; RUN: tollgate run %s --fn f --args false,nan
; RUN: tollgate run %s --fn f --args true,2.0
; CLAUSE: 'select' Instruction: with nnan a NaN that is chosen gives poison
define double @f(i1 %a, double %b) {
  %r = select nnan i1 %a, double %b, double 1.000000e+00
  ret double %r
}
