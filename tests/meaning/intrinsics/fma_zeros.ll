; RUN: tollgate run %s --fn f --args -1.0,0.0,-0.0
; RUN: tollgate run %s --fn f --args -1.0,0.0,0.0
; RUN: tollgate run %s --fn f --args 2.0,3.0,-6.0
; CLAUSE: 'llvm.fma.*' Intrinsic: the sign of an exact zero follows the signs of product and addend
define double @f(double %a, double %b, double %c) {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}

declare double @llvm.fma.f64(double, double, double)
