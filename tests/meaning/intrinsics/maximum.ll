; RUN: tollgate run %s --fn f --args 0.0,-0.0
; RUN: tollgate run %s --fn f --args -0.0,0.0
; CLAUSE: llvm.maximum: 0.0 is greater than -0.0
target datalayout = "e"

declare double @llvm.maximum.f64(double, double)

define double @f(double %x, double %y) {
  %r = call double @llvm.maximum.f64(double %x, double %y)
  ret double %r
}
