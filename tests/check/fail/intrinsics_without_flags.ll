; RUN: tollgate check %s
; Without flags, and with flags that only exclude numbers, the result of these intrinsics is one number. (§8.1)
declare float @llvm.sqrt.f32(float)
declare float @llvm.fabs.f32(float)

define float @src1() {
  %a = call float @llvm.sqrt.f32(float 2.0)
  ret float %a
}
define float @tgt1() {
  ret float 0x3FF6A09E40000000
}

define float @src2(float %x) {
  %a = call nnan ninf float @llvm.fabs.f32(float %x)
  ret float %a
}
define float @tgt2(float %x) {
  ret float %x
}
