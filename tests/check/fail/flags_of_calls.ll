; RUN: tollgate check %s
; Fast-math flags of calls count: an answer or an argument that they exclude makes the result poison. These pairs are wrong. (§11b.2)
declare double @outside()
declare double @takes(double)
declare double @fabs(double) memory(none) nounwind willreturn
declare double @llvm.fabs.f64(double)
define i1 @src2() {
  %x = call ninf double @outside()
  %r = fcmp ord double %x, 0.0
  ret i1 %r
}
define i1 @tgt2() {
  %x = call ninf double @outside()
  ret i1 true
}
define double @src4(double %x) {
  %r = call double @fabs(double %x)
  ret double %r
}
define double @tgt4(double %x) {
  %r = call nnan double @llvm.fabs.f64(double %x)
  ret double %r
}
define double @src6(double %x) {
  %r = call double @takes(double %x)
  ret double %r
}
define double @tgt6(double %x) {
  %r = call nnan double @takes(double %x)
  ret double %r
}
