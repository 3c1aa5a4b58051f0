; RUN: tollgate run %s --fn f --args -0.5
; RUN: tollgate run %s --fn f --args 1.25
; CLAUSE: 'llvm.ceil.*' Intrinsic: rounds up; what rounds to zero keeps its sign
define double @f(double %a) {
  %r = call double @llvm.ceil.f64(double %a)
  ret double %r
}

declare double @llvm.ceil.f64(double)
