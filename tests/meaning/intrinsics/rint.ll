; RUN: tollgate run %s --fn f --args 2.5
; RUN: tollgate run %s --fn f --args 1.7
; CLAUSE: llvm.rint: rounds by the rounding mode, which is to nearest, ties to even
target datalayout = "e"

declare double @llvm.rint.f64(double)

define double @f(double %x) {
  %r = call double @llvm.rint.f64(double %x)
  ret double %r
}
