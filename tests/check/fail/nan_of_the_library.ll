; RUN: tollgate check %s
; The library says nothing of the bits of a NaN. These pairs are wrong.
declare double @ceil(double) memory(none) nounwind willreturn
declare double @llvm.floor.f64(double)
define double @src2(double %x) {
  %r = call double @ceil(double %x)
  ret double %r
}
define double @tgt2(double %x) {
  %r = call double @llvm.floor.f64(double %x)
  ret double %r
}
