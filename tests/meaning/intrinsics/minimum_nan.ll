; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 1.0,nan
; RUN: tollgate run %s --fn g --args 1.0,2.0
; CLAUSE: 'llvm.minimum.*' Intrinsic: a NaN operand gives NaN, unlike minnum
define i1 @f(double %a, double %b) {
  %x = call double @llvm.minimum.f64(double %a, double %b)
  %r = fcmp uno double %x, 0.000000e+00
  ret i1 %r
}

define double @g(double %a, double %b) {
  %r = call double @llvm.minimum.f64(double %a, double %b)
  ret double %r
}

declare double @llvm.minimum.f64(double, double)
