; RUN: tollgate run %s --fn f --args 2.5
; RUN: tollgate run %s --fn f --args 3.5
; RUN: tollgate run %s --fn f --args -0.5
; CLAUSE: llvm.roundeven: ties go to the even number
target datalayout = "e"

declare double @llvm.roundeven.f64(double)

define double @f(double %x) {
  %r = call double @llvm.roundeven.f64(double %x)
  ret double %r
}
