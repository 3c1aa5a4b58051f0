; RUN: tollgate run %s --fn f --args -1.5
; RUN: tollgate run %s --fn f --args 1.5
; RUN: tollgate run %s --fn f --args -0.0
; CLAUSE: 'llvm.floor.*' Intrinsic: rounds down
define double @f(double %a) {
  %r = call double @llvm.floor.f64(double %a)
  ret double %r
}

declare double @llvm.floor.f64(double)
