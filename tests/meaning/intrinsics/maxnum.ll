; RUN: tollgate run %s --fn f --args 1.0,2.0
; RUN: tollgate run %s --fn f --args nan,-2.0
; CLAUSE: 'llvm.maxnum.*' Intrinsic: the larger number, as C's fmax; a quiet NaN gives way to a number
define double @f(double %a, double %b) {
  %r = call double @llvm.maxnum.f64(double %a, double %b)
  ret double %r
}

declare double @llvm.maxnum.f64(double, double)
