; RUN: tollgate run %s --fn f --args -1.9
; RUN: tollgate run %s --fn f --args -0.5
; RUN: tollgate run %s --fn f --args 1.9
; CLAUSE: 'llvm.trunc.*' Intrinsic: rounds towards zero and keeps the sign
define double @f(double %a) {
  %r = call double @llvm.trunc.f64(double %a)
  ret double %r
}

declare double @llvm.trunc.f64(double)
