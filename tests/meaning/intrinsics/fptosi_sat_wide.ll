; RUN: tollgate run %s --fn f --args 1.0e30
; RUN: tollgate run %s --fn g --args 1.0
; RUN: tollgate run %s --fn g --args -1.0
; CLAUSE: 'llvm.fptosi.sat.*' Intrinsic: a large number fits into a wide integer, infinity becomes its limit
define i128 @f(double %a) {
  %r = call i128 @llvm.fptosi.sat.i128.f64(double %a)
  ret i128 %r
}

define i128 @g(double %a) {
  %i = fdiv double %a, 0.000000e+00
  %r = call i128 @llvm.fptosi.sat.i128.f64(double %i)
  ret i128 %r
}

declare i128 @llvm.fptosi.sat.i128.f64(double)
