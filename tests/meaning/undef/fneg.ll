; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: negating undef gives undef
define double @f(double %a) {
  %r = fneg double %a
  ret double %r
}
