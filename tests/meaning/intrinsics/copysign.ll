; RUN: tollgate run %s --fn f --args 1.5,-0.0
; RUN: tollgate run %s --fn f --args -2.0,3.0
; RUN: tollgate run %s --fn f --args 0.0,-1.0
; CLAUSE: 'llvm.copysign.*' Intrinsic: the first operand with the sign of the second
define double @f(double %a, double %b) {
  %r = call double @llvm.copysign.f64(double %a, double %b)
  ret double %r
}

declare double @llvm.copysign.f64(double, double)
