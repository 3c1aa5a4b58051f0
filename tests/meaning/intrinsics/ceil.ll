; RUN: tollgate run %s --fn f --args 1.2
; RUN: tollgate run %s --fn f --args -0.5
; CLAUSE: llvm.ceil: rounds up, and keeps the sign of what becomes zero
target datalayout = "e"

declare double @llvm.ceil.f64(double)

define double @f(double %x) {
  %r = call double @llvm.ceil.f64(double %x)
  ret double %r
}
