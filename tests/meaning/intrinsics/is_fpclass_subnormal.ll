; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 0x807FFFFF
; RUN: tollgate run %s --fn f --args 0x00800000
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'llvm.is.fpclass' Intrinsic: bits 4 and 7 ask for negative and positive subnormal numbers
define i1 @f(i32 %bits) {
  %x = bitcast i32 %bits to float
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 144)
  ret i1 %r
}

declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
