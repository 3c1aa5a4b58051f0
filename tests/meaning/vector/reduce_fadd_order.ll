; RUN: tollgate run %s --fn f --args 1.0e30,<-1.0e30,1.0>
; RUN: tollgate run %s --fn f --args 1.0,<1.0e30,-1.0e30>
; CLAUSE: llvm.vector.reduce.fadd: without reassoc lanes are added one after the other, beginning with the start value
target datalayout = "e"

declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)

define float @f(float %s, <2 x float> %a) {
  %r = call float @llvm.vector.reduce.fadd.v2f32(float %s, <2 x float> %a)
  ret float %r
}
