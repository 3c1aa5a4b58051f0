; RUN: tollgate run %s --fn f --args 2.5
; RUN: tollgate run %s --fn f --args -2.5
; RUN: tollgate run %s --fn f --args 2.4
; CLAUSE: llvm.round: ties go away from zero
target datalayout = "e"

declare double @llvm.round.f64(double)

define double @f(double %x) {
  %r = call double @llvm.round.f64(double %x)
  ret double %r
}
