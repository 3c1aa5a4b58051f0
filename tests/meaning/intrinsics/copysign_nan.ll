; RUN: tollgate run %s --fn f --args 0x7FC12345,0x80000000
; RUN: tollgate run %s --fn f --args 0x3F800000,0xFFC00000
; CLAUSE: 'llvm.copysign.*' Intrinsic: the sign of a NaN can be given and taken, its other bits stay
define i32 @f(i32 %a, i32 %b) {
  %x = bitcast i32 %a to float
  %y = bitcast i32 %b to float
  %z = call float @llvm.copysign.f32(float %x, float %y)
  %r = bitcast float %z to i32
  ret i32 %r
}

declare float @llvm.copysign.f32(float, float)
