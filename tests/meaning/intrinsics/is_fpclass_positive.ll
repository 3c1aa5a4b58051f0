; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 0x3F800000
; RUN: tollgate run %s --fn f --args 0x7F800000
; RUN: tollgate run %s --fn f --args 0xBF800000
; RUN: tollgate run %s --fn f --args 0x7FC00000
; CLAUSE: 'llvm.is.fpclass' Intrinsic: bits 6 to 9 ask for what is positive and no NaN
define i1 @f(i32 %bits) {
  %x = bitcast i32 %bits to float
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 960)
  ret i1 %r
}

declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
