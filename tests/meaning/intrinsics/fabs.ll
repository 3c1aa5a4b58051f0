; RUN: tollgate run %s --fn f --args -1.5
; RUN: tollgate run %s --fn f --args -0.0
; CLAUSE: 'llvm.fabs.*' Intrinsic: clears the sign
define double @f(double %a) {
  %r = call double @llvm.fabs.f64(double %a)
  ret double %r
}

declare double @llvm.fabs.f64(double)
