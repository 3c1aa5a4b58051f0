; RUN: tollgate run %s --fn f --args 1.0e22,3.0
; RUN: tollgate run %s --fn f --args 9007199254740993.0,10.0
; RUN: tollgate run %s --fn f --args 1.0e15,0.75
; CLAUSE: 'frem' Instruction: the remainder is exact, however large the quotient is
define double @f(double %a, double %b) {
  %r = frem double %a, %b
  ret double %r
}
