; RUN: tollgate run %s --fn f --args -1.5
; RUN: tollgate run %s --fn f --args 1.5
; RUN: tollgate run %s --fn f --args -0.0
; CLAUSE: llvm.floor: rounds down
target datalayout = "e"

declare double @llvm.floor.f64(double)

define double @f(double %x) {
  %r = call double @llvm.floor.f64(double %x)
  ret double %r
}
