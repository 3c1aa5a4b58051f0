; RUN: tollgate run %s --fn f --args 2.0
; RUN: tollgate run %s --fn f --args 9.0
; RUN: tollgate run %s --fn f --args -0.0
; CLAUSE: llvm.sqrt: correctly rounded; of -0.0 it is -0.0
target datalayout = "e"

declare double @llvm.sqrt.f64(double)

define double @f(double %x) {
  %r = call double @llvm.sqrt.f64(double %x)
  ret double %r
}
