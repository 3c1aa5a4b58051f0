; RUN: tollgate run %s --fn f --args 300.0
; RUN: tollgate run %s --fn f --args -5.0
; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn f --args 200.9
; CLAUSE: llvm.fptoui.sat: out of range it stops at the ends, NaN becomes zero
target datalayout = "e"

declare i8 @llvm.fptoui.sat.i8.f64(double)

define i8 @f(double %x) {
  %r = call i8 @llvm.fptoui.sat.i8.f64(double %x)
  ret i8 %r
}
