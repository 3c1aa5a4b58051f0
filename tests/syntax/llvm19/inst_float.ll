; Floating-point operators and every fast-math flag in its places.
define double @operators(double %a, double %b) {
  %1 = fneg double %a
  %2 = fadd double %1, %b
  %3 = fsub double -0.0, %2
  %4 = fmul double %3, 2.5
  %5 = fdiv double %4, %b
  %6 = frem double %5, %b
  ret double %6
}

define float @flags(float %a, float %b) {
  %1 = fadd nnan float %a, %b
  %2 = fadd ninf float %1, %b
  %3 = fadd nsz float %2, %b
  %4 = fadd arcp float %3, %b
  %5 = fadd contract float %4, %b
  %6 = fadd afn float %5, %b
  %7 = fadd reassoc float %6, %b
  %8 = fadd fast float %7, %b
  %9 = fsub nnan ninf nsz float %8, %b
  %10 = fmul reassoc nnan ninf nsz arcp contract afn float %9, %b
  %11 = fdiv afn contract arcp float %10, %b
  %12 = frem nsz nnan float %11, %b
  %13 = fneg nsz float %12
  ret float %13
}

define i1 @compare(<2 x float> %v, float %a) {
  %1 = fcmp fast olt float %a, 0.0
  %2 = fcmp nnan ninf ueq float %a, %a
  %3 = fcmp reassoc une <2 x float> %v, zeroinitializer
  ret i1 %1
}

define float @others(i1 %c, float %a, float %b) {
entry:
  br i1 %c, label %left, label %join

left:
  br label %join

join:
  %p = phi nnan nsz float [ %a, %entry ], [ %b, %left ]
  %s = select fast i1 %c, float %p, float 1.0
  %t = call reassoc nsz float @llvm.sqrt.f32(float %s)
  %u = tail call fast noundef float @ext(float noundef %t)
  %v = fptrunc double 1.0 to float
  ret float %u
}

define { <4 x half>, [2 x bfloat] } @vectors(<4 x half> %h, <4 x i1> %m) {
  %1 = fadd fast <4 x half> %h, <half 0xH3C00, half undef, half poison, half 0.0>
  %2 = select nnan <4 x i1> %m, <4 x half> %1, <4 x half> splat (half 0xH4000)
  %3 = insertvalue { <4 x half>, [2 x bfloat] } poison, <4 x half> %2, 0
  ret { <4 x half>, [2 x bfloat] } %3
}

; Aggregates of one float type take the flags in calls, selects and phis too.
define void @aggregate(i1 %c) {
  %1 = call fast [2 x float] @pair()
  %2 = select fast i1 %c, [2 x float] %1, [2 x float] zeroinitializer
  ret void
}

declare float @llvm.sqrt.f32(float)
declare float @ext(float)
declare [2 x float] @pair()
