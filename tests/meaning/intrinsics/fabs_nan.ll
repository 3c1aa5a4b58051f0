; RUN: tollgate run %s --fn f --args 0xFFC12345
; RUN: tollgate run %s --fn f --args 0xFF812345
; CLAUSE: 'llvm.fabs.*' Intrinsic: clears the sign bit of a NaN and keeps all its other bits
define i32 @f(i32 %bits) {
  %x = bitcast i32 %bits to float
  %y = call float @llvm.fabs.f32(float %x)
  %r = bitcast float %y to i32
  ret i32 %r
}

declare float @llvm.fabs.f32(float)
