; RUN: tollgate run %s --fn f --args 1.0e308,10.0
; RUN: tollgate run %s --fn f --args -1.0e308,10.0
; RUN: tollgate run %s --fn f --args 2.0,4.0
; CLAUSE: Fast-Math Flags: with ninf a result that overflows to infinity gives poison
define double @f(double %a, double %b) {
  %r = fmul ninf double %a, %b
  ret double %r
}
