; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: Poison Values: fcmp of poison is poison, even for the predicates true and false
define i1 @f(float %a) {
  %r = fcmp oeq float %a, 1.000000e+00
  ret i1 %r
}

define i1 @g(float %a) {
  %r = fcmp true float %a, 1.000000e+00
  ret i1 %r
}
