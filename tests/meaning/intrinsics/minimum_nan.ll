; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn g --args 1.0,nan
; RUN: tollgate run %s --fn f --args 2.0,1.0
; CLAUSE: llvm.minimum and llvm.maximum: a NaN operand gives a NaN
target datalayout = "e"

declare double @llvm.minimum.f64(double, double)
declare double @llvm.maximum.f64(double, double)

define i1 @f(double %x, double %y) {
  %m = call double @llvm.minimum.f64(double %x, double %y)
  %r = fcmp uno double %m, 0.0
  ret i1 %r
}

define i1 @g(double %x, double %y) {
  %m = call double @llvm.maximum.f64(double %x, double %y)
  %r = fcmp uno double %m, 0.0
  ret i1 %r
}
