; RUN: tollgate run %s --fn f --args 0x7FC00000
; RUN: tollgate run %s --fn f --args 0x7F800001
; RUN: tollgate run %s --fn f --args 0xFF800001
; CLAUSE: 'llvm.is.fpclass' Intrinsic: bit 0 asks for a signaling NaN
define i1 @f(i32 %bits) {
  %x = bitcast i32 %bits to float
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 1)
  ret i1 %r
}

declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
