; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 2.0,nan
; RUN: tollgate run %s --fn f --args 3.0,-3.0
; CLAUSE: llvm.minnum: a NaN operand gives way to the other
target datalayout = "e"

declare double @llvm.minnum.f64(double, double)

define double @f(double %x, double %y) {
  %r = call double @llvm.minnum.f64(double %x, double %y)
  ret double %r
}
