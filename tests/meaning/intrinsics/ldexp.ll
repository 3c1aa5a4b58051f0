; RUN: tollgate run %s --fn f --args 1.5,3
; RUN: tollgate run %s --fn f --args 1.0,2000
; CLAUSE: llvm.ldexp: multiplies by a power of two
target datalayout = "e"

declare double @llvm.ldexp.f64.i32(double, i32)

define double @f(double %x, i32 %n) {
  %r = call double @llvm.ldexp.f64.i32(double %x, i32 %n)
  ret double %r
}
