; RUN: tollgate check %s
; Fast-math flags of calls count: an answer or an argument that they exclude makes the result poison. These pairs are right, or may be. (§11b.2)
declare double @outside()
declare double @takes(double)
declare double @fabs(double) memory(none) nounwind willreturn
declare double @llvm.fabs.f64(double)
define i1 @src1() {
  %x = call nnan double @outside()
  %r = fcmp ord double %x, 0.0
  ret i1 %r
}
define i1 @tgt1() {
  %x = call nnan double @outside()
  ret i1 true
}
define double @src3(double %x) {
  %r = call nnan double @fabs(double %x)
  ret double %r
}
define double @tgt3(double %x) {
  %r = call nnan double @llvm.fabs.f64(double %x)
  ret double %r
}
define double @src5(double %x) {
  %r = call nnan double @takes(double %x)
  %n = fcmp uno double %x, 0.0
  %s = select i1 %n, double 1.0, double %r
  ret double %s
}
define double @tgt5(double %x) {
  %r = call double @takes(double %x)
  %n = fcmp uno double %x, 0.0
  %s = select i1 %n, double 1.0, double %r
  ret double %s
}
