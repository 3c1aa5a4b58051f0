; RUN: tollgate run %s --fn f --args 6.0
; RUN: tollgate run %s --fn f --args -0.0
; RUN: tollgate run %s --fn f --args -0.25
; CLAUSE: 'llvm.frexp.*' Intrinsic: a fraction from one half to one and a power of two; zero has power zero
define { double, i32 } @f(double %a) {
  %r = call { double, i32 } @llvm.frexp.f64.i32(double %a)
  ret { double, i32 } %r
}

declare { double, i32 } @llvm.frexp.f64.i32(double)
