; RUN: tollgate run %s --fn f
; CLAUSE: llvm.fma: one rounding of the whole
target datalayout = "e"

declare double @llvm.fma.f64(double, double, double)

define double @f() {
  %r = call double @llvm.fma.f64(double 0x3FF0000002000000, double 0x3FF0000002000000, double 0xBFF0000004000000)
  ret double %r
}
