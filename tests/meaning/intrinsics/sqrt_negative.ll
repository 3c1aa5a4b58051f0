; RUN: tollgate run %s --fn f --args -1.0
; RUN: tollgate run %s --fn f --args 1.0
; CLAUSE: 'llvm.sqrt.*' Intrinsic: of a negative number it is NaN
define i1 @f(double %a) {
  %x = call double @llvm.sqrt.f64(double %a)
  %r = fcmp uno double %x, 0.000000e+00
  ret i1 %r
}

declare double @llvm.sqrt.f64(double)
