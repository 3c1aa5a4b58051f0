; RUN: tollgate run %s --fn f --args 1.0,2.0
; RUN: tollgate run %s --fn f --args nan,2.0
; RUN: tollgate run %s --fn f --args 2.0,nan
; CLAUSE: 'llvm.minnum.*' Intrinsic: the smaller number, as C's fmin; a quiet NaN gives way to a number
define double @f(double %a, double %b) {
  %r = call double @llvm.minnum.f64(double %a, double %b)
  ret double %r
}

declare double @llvm.minnum.f64(double, double)
