; RUN: tollgate run %s --fn f --args 0x80000000
; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 0x80000001
; CLAUSE: 'llvm.is.fpclass' Intrinsic: bit 5 asks for -0 only
define i1 @f(i32 %bits) {
  %x = bitcast i32 %bits to float
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 32)
  ret i1 %r
}

declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
