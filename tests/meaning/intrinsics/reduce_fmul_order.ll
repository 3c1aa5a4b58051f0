; RUN: tollgate run %s --fn f --args 2.0,<3.0,4.0,5.0>
; RUN: tollgate run %s --fn f --args 1.0e300,<1.0e300,1.0e-300,1.0>
; CLAUSE: 'llvm.vector.reduce.fmul.*' Intrinsic: without reassoc the lanes are multiplied one after another, from the start value on
define double @f(double %s, <3 x double> %v) {
  %r = call double @llvm.vector.reduce.fmul.v3f64(double %s, <3 x double> %v)
  ret double %r
}

declare double @llvm.vector.reduce.fmul.v3f64(double, <3 x double>)
