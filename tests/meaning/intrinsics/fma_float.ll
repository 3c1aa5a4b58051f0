; RUN: tollgate run %s --fn f --args 1.000244140625,1.000244140625,8.271806125530277e-25
; RUN: tollgate run %s --fn f --args 1.000244140625,1.000244140625,0.0
; RUN: tollgate run %s --fn f --args 1.000244140625,1.000244140625,-8.271806125530277e-25
; CLAUSE: 'llvm.fma.*' Intrinsic: a float is rounded to float once, not by way of double
define float @f(float %a, float %b, float %c) {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}

declare float @llvm.fma.f32(float, float, float)
