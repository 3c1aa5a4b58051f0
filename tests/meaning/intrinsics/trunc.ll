; RUN: tollgate run %s --fn f --args -1.9
; RUN: tollgate run %s --fn f --args -0.9
; CLAUSE: llvm.trunc: rounds towards zero
target datalayout = "e"

declare double @llvm.trunc.f64(double)

define double @f(double %x) {
  %r = call double @llvm.trunc.f64(double %x)
  ret double %r
}
