; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn g --args -1.0
; CLAUSE: Fast-Math Flags: with ninf an infinite operand gives poison, although the result is finite
define double @f(double %a) {
  %x = fdiv double %a, 0.000000e+00
  %r = fdiv ninf double 1.000000e+00, %x
  ret double %r
}

define double @g(double %a) {
  %x = fdiv double %a, 0.000000e+00
  %r = fdiv double 1.000000e+00, %x
  ret double %r
}
