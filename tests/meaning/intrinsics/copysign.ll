; RUN: tollgate run %s --fn f --args 1.5,-0.0
; RUN: tollgate run %s --fn f --args -1.5,2.0
; CLAUSE: llvm.copysign: the magnitude of the first with the sign of the second
target datalayout = "e"

declare double @llvm.copysign.f64(double, double)

define double @f(double %x, double %y) {
  %r = call double @llvm.copysign.f64(double %x, double %y)
  ret double %r
}
