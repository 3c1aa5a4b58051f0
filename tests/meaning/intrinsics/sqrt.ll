; RUN: tollgate run %s --fn f --args 2.0
; RUN: tollgate run %s --fn f --args -0.0
; RUN: tollgate run %s --fn f --args 6.25
; CLAUSE: 'llvm.sqrt.*' Intrinsic: the square root, rounded to nearest; -0 stays
define double @f(double %a) {
  %r = call double @llvm.sqrt.f64(double %a)
  ret double %r
}

declare double @llvm.sqrt.f64(double)
