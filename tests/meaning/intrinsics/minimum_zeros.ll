; RUN: tollgate run %s --fn f --args 0.0,-0.0 --choices all
; RUN: tollgate run %s --fn f --args -0.0,0.0 --choices all
; CLAUSE: 'llvm.minimum.*' Intrinsic: -0 is smaller than +0
define double @f(double %a, double %b) {
  %r = call double @llvm.minimum.f64(double %a, double %b)
  ret double %r
}

declare double @llvm.minimum.f64(double, double)
