; RUN: tollgate run %s --fn f --args 2.5
; RUN: tollgate run %s --fn f --args 3.5
; CLAUSE: 'llvm.nearbyint.*' Intrinsic: rounds as the default environment does: to nearest, halves to even
define double @f(double %a) {
  %r = call double @llvm.nearbyint.f64(double %a)
  ret double %r
}

declare double @llvm.nearbyint.f64(double)
