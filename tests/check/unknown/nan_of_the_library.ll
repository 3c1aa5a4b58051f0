; RUN: tollgate check %s
; The library says nothing of the bits of a NaN. These pairs are right, or may be. (§11b.2)
declare double @ceil(double) memory(none) nounwind willreturn
declare double @llvm.ceil.f64(double)
define i64 @src1(double %x) {
  %r = call double @ceil(double %x)
  %b = bitcast double %r to i64
  ret i64 %b
}
define i64 @tgt1(double %x) {
  %r = call double @llvm.ceil.f64(double %x)
  %b = bitcast double %r to i64
  ret i64 %b
}
