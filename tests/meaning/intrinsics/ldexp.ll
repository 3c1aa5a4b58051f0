; RUN: tollgate run %s --fn f --args 1.5,2
; RUN: tollgate run %s --fn f --args -1.0,1000
; RUN: tollgate run %s --fn f --args 3.0,-150
; RUN: tollgate run %s --fn f --args 1.0,-2000
; CLAUSE: 'llvm.ldexp.*' Intrinsic: times a power of two, rounded once; large powers overflow
define float @f(float %a, i32 %n) {
  %r = call float @llvm.ldexp.f32.i32(float %a, i32 %n)
  ret float %r
}

declare float @llvm.ldexp.f32.i32(float, i32)
