; RUN: tollgate check %s
; Flags that leave a result open do so for intrinsics on plain numbers too: none of this is `invalid`. (§9.1, §11b.2)
declare float @llvm.sqrt.f32(float)
declare float @llvm.fabs.f32(float)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.sqrt.f64(double)

define float @src1() {
  %a = call afn float @llvm.sqrt.f32(float 2.0)
  ret float %a
}
define float @tgt1() {
  ret float 0x3FF6A09E40000000
}

define float @src2() {
  %a = call nsz float @llvm.fabs.f32(float -0.0)
  ret float %a
}
define float @tgt2() {
  ret float -0.0
}

define double @src3() {
  %a = call reassoc contract afn double @llvm.fmuladd.f64(double 1.0, double 0.0, double -0.0)
  ret double %a
}
define double @tgt3() {
  ret double -0.0
}

define i1 @src4() {
  %a = call nsz double @llvm.sqrt.f64(double 0.0)
  %b = bitcast double %a to i64
  %c = icmp slt i64 %b, 0
  ret i1 %c
}
define i1 @tgt4() {
  ret i1 true
}
