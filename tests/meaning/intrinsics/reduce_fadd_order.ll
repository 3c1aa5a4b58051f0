; RUN: tollgate run %s --fn f --args 1.0,<1.0e30,-1.0e30,2.0>
; RUN: tollgate run %s --fn f --args -0.0,<-0.0,-0.0,-0.0>
; RUN: tollgate run %s --fn f --args 0.0,<1.0,2.0,3.0>
; CLAUSE: 'llvm.vector.reduce.fadd.*' Intrinsic: without reassoc the lanes are added one after another, from the start value on
define double @f(double %s, <3 x double> %v) {
  %r = call double @llvm.vector.reduce.fadd.v3f64(double %s, <3 x double> %v)
  ret double %r
}

declare double @llvm.vector.reduce.fadd.v3f64(double, <3 x double>)
