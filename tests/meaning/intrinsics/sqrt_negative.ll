; RUN: tollgate run %s --fn f --args -1.0
; CLAUSE: llvm.sqrt: of a number below zero it is NaN
target datalayout = "e"

declare double @llvm.sqrt.f64(double)

define i1 @f(double %x) {
  %s = call double @llvm.sqrt.f64(double %x)
  %r = fcmp uno double %s, 0.0
  ret i1 %r
}
