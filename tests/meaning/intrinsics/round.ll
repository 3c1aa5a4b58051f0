; RUN: tollgate run %s --fn f --args 0.5
; RUN: tollgate run %s --fn f --args -2.5
; RUN: tollgate run %s --fn f --args 2.4
; RUN: tollgate run %s --fn f --args 0.49999999999999994
; CLAUSE: 'llvm.round.*' Intrinsic: rounds to nearest, halves away from zero
define double @f(double %a) {
  %r = call double @llvm.round.f64(double %a)
  ret double %r
}

declare double @llvm.round.f64(double)
