; RUN: tollgate run %s --fn f --args 1.0e10
; RUN: tollgate run %s --fn f --args -5.0
; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn f --args 200.5
; CLAUSE: 'llvm.fptoui.sat.*' Intrinsic: negative numbers and NaN become zero, large ones the largest
define i8 @f(double %a) {
  %r = call i8 @llvm.fptoui.sat.i8.f64(double %a)
  ret i8 %r
}

declare i8 @llvm.fptoui.sat.i8.f64(double)
