; RUN: tollgate run %s --fn f --args 0.0,-0.0 --choices all
; CLAUSE: 'llvm.minnum.*' Intrinsic: of two zeros of different sign either may be given
define double @f(double %a, double %b) {
  %r = call double @llvm.minnum.f64(double %a, double %b)
  ret double %r
}

declare double @llvm.minnum.f64(double, double)
