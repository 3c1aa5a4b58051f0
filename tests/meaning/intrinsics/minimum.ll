; RUN: tollgate run %s --fn f --args 0.0,-0.0
; RUN: tollgate run %s --fn f --args -0.0,0.0
; RUN: tollgate run %s --fn f --args 2.0,1.0
; CLAUSE: llvm.minimum: -0.0 is less than 0.0
target datalayout = "e"

declare double @llvm.minimum.f64(double, double)

define double @f(double %x, double %y) {
  %r = call double @llvm.minimum.f64(double %x, double %y)
  ret double %r
}
