; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn f --args -1.0
; RUN: tollgate run %s --fn f --args nan
; CLAUSE: 'fcmp' Instruction: with ninf an infinite operand gives poison
define i1 @f(double %a) {
  %x = fdiv double %a, 0.000000e+00
  %r = fcmp ninf olt double %x, 1.000000e+00
  ret i1 %r
}
