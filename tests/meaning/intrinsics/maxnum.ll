; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 3.0,-3.0
; CLAUSE: llvm.maxnum: a NaN operand gives way to the other
target datalayout = "e"

declare double @llvm.maxnum.f64(double, double)

define double @f(double %x, double %y) {
  %r = call double @llvm.maxnum.f64(double %x, double %y)
  ret double %r
}
