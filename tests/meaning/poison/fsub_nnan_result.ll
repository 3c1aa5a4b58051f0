; RUN: tollgate run %s --fn f --args 1.0,1.0
; RUN: tollgate run %s --fn f --args 1.0,-1.0
; CLAUSE: Fast-Math Flags: with nnan a NaN that the operation makes gives poison
define double @f(double %a, double %b) {
  %x = fdiv double %a, 0.000000e+00
  %y = fdiv double %b, 0.000000e+00
  %r = fsub nnan double %x, %y
  ret double %r
}
