; RUN: tollgate run %s --fn f --args 1.0e10
; RUN: tollgate run %s --fn f --args -1.0e10
; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn f --args -1.9
; CLAUSE: 'llvm.fptosi.sat.*' Intrinsic: what does not fit becomes the nearest limit, NaN becomes zero
define i8 @f(double %a) {
  %r = call i8 @llvm.fptosi.sat.i8.f64(double %a)
  ret i8 %r
}

declare i8 @llvm.fptosi.sat.i8.f64(double)
