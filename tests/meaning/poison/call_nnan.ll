; RUN: tollgate run %s --fn f --args -1.0
; RUN: tollgate run %s --fn f --args 4.0
; RUN: tollgate run %s --fn f --args nan
; CLAUSE: Fast-Math Flags: with nnan on a call a NaN result gives poison
define double @f(double %a) {
  %r = call nnan double @llvm.sqrt.f64(double %a)
  ret double %r
}

declare double @llvm.sqrt.f64(double)
