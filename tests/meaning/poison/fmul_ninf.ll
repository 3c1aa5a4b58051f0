; RUN: tollgate run %s --fn f --args 1.0e308,10.0
; RUN: tollgate run %s --fn f --args 2.0,4.0
; RUN: tollgate run %s --fn g --args 1.0
; CLAUSE: fast-math flags: with ninf an infinite operand or result gives poison
target datalayout = "e"

define double @f(double %a, double %b) {
  %r = fmul ninf double %a, %b
  ret double %r
}

define double @g(double %a) {
  %r = fadd ninf double %a, 0x7FF0000000000000
  ret double %r
}
