; RUN: tollgate run %s --fn f --args 0x3FF0000002000000
; CLAUSE: 'llvm.fma.*' Intrinsic: product and sum are rounded once, together
define double @f(i64 %bits) {
  %x = bitcast i64 %bits to double
  %r = call double @llvm.fma.f64(double %x, double %x, double 0xBFF0000004000000)
  ret double %r
}

declare double @llvm.fma.f64(double, double, double)
