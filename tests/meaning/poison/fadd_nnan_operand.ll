; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 1.0,nan
; RUN: tollgate run %s --fn f --args 1.0,2.0
; CLAUSE: Fast-Math Flags: with nnan a NaN operand gives poison
define double @f(double %a, double %b) {
  %r = fadd nnan double %a, %b
  ret double %r
}
