; RUN: tollgate run %s --fn f --args 0.5
; RUN: tollgate run %s --fn f --args 1.5
; RUN: tollgate run %s --fn f --args -2.5
; CLAUSE: 'llvm.roundeven.*' Intrinsic: rounds to nearest, halves to even
define double @f(double %a) {
  %r = call double @llvm.roundeven.f64(double %a)
  ret double %r
}

declare double @llvm.roundeven.f64(double)
