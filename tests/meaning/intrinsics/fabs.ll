; RUN: tollgate run %s --fn f --args -0.0
; RUN: tollgate run %s --fn f --args -2.5
; CLAUSE: llvm.fabs: clears the sign bit
target datalayout = "e"

declare double @llvm.fabs.f64(double)

define double @f(double %x) {
  %r = call double @llvm.fabs.f64(double %x)
  ret double %r
}
