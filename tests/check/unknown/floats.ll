; RUN: tollgate check %s --no-refute
; Floats: signs of zeros, NaNs, rounding, flags. (§8.1)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.minimum.f32(float, float)
declare float @llvm.fabs.f32(float)
declare i32 @llvm.fptosi.sat.i32.f32(float)

; Fadd zero.
define float @src1(float %a) {
  %r = fadd float %a, 0.0
  ret float %r
}
define float @tgt1(float %a) {
  ret float %a
}

; Fsub x x.
define float @src2(float %a) {
  %r = fsub float %a, %a
  ret float %r
}
define float @tgt2(float %a) {
  ret float 0.0
}

; Fmul zero.
define float @src3(float %a) {
  %r = fmul float %a, 0.0
  ret float %r
}
define float @tgt3(float %a) {
  ret float 0.0
}

; Fneg to fsub.
define float @src4(float %a) {
  %r = fneg float %a
  ret float %r
}
define float @tgt4(float %a) {
  %r = fsub float -0.0, %a
  ret float %r
}

; Fsub 0 to fneg.
define float @src5(float %a) {
  %r = fsub float 0.0, %a
  ret float %r
}
define float @tgt5(float %a) {
  %r = fneg float %a
  ret float %r
}

; Fdiv by constant to reciprocal.
define float @src6(float %a) {
  %r = fdiv float %a, 3.0
  ret float %r
}
define float @tgt6(float %a) {
  %r = fmul float %a, 0x3FD5555560000000
  ret float %r
}

; Fast flag added.
define float @src7(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}
define float @tgt7(float %a, float %b) {
  %r = fadd nnan float %a, %b
  ret float %r
}

; Fast flag on select.
define float @src8(i1 noundef %c, float %a, float %b) {
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define float @tgt8(i1 noundef %c, float %a, float %b) {
  %r = select nnan i1 %c, float %a, float %b
  ret float %r
}

; Fast flag on fcmp.
define i1 @src9(float %a, float %b) {
  %r = fcmp olt float %a, %b
  ret i1 %r
}
define i1 @tgt9(float %a, float %b) {
  %r = fcmp nnan olt float %a, %b
  ret i1 %r
}

; Fast flag on fneg.
define float @src10(float %a) {
  %r = fneg float %a
  ret float %r
}
define float @tgt10(float %a) {
  %r = fneg ninf float %a
  ret float %r
}

; Fast flag on call.
define float @src11(float %a) {
  %r = call float @llvm.fabs.f32(float %a)
  ret float %r
}
define float @tgt11(float %a) {
  %r = call nnan float @llvm.fabs.f32(float %a)
  ret float %r
}

; Reassociation.
define float @src12(float %a, float %b, float %c) {
  %x = fadd float %a, %b
  %r = fadd float %x, %c
  ret float %r
}
define float @tgt12(float %a, float %b, float %c) {
  %x = fadd float %b, %c
  %r = fadd float %a, %x
  ret float %r
}

; Fma to fmul fadd.
define float @src13(float %a, float %b, float %c) {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}
define float @tgt13(float %a, float %b, float %c) {
  %p = fmul float %a, %b
  %r = fadd float %p, %c
  ret float %r
}

; Fmul fadd to fma.
define float @src14(float %a, float %b, float %c) {
  %p = fmul float %a, %b
  %r = fadd float %p, %c
  ret float %r
}
define float @tgt14(float %a, float %b, float %c) {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}

; Fmul fadd to fmuladd.
define float @src15(float %a, float %b, float %c) {
  %p = fmul float %a, %b
  %r = fadd float %p, %c
  ret float %r
}
define float @tgt15(float %a, float %b, float %c) {
  %r = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %r
}

; Minimum to minnum.
define float @src16(float %a, float %b) {
  %r = call float @llvm.minimum.f32(float %a, float %b)
  ret float %r
}
define float @tgt16(float %a, float %b) {
  %r = call float @llvm.minnum.f32(float %a, float %b)
  ret float %r
}

; Select to minnum.
define float @src17(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define float @tgt17(float %a, float %b) {
  %r = call float @llvm.minnum.f32(float %a, float %b)
  ret float %r
}

; A comparison turned round: of zeros the other one is chosen.
define float @src18(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define float @tgt18(float %a, float %b) {
  %c = fcmp ogt float %a, %b
  %r = select i1 %c, float %b, float %a
  ret float %r
}

; X == 0 returns 0.
define float @src19(float noundef %a) {
  %c = fcmp oeq float %a, 0.0
  br i1 %c, label %x, label %y
x:
  ret float %a
y:
  ret float 1.0
}
define float @tgt19(float noundef %a) {
  %c = fcmp oeq float %a, 0.0
  br i1 %c, label %x, label %y
x:
  ret float 0.0
y:
  ret float 1.0
}

; Fcmp une to one.
define i1 @src20(float %a, float %b) {
  %c = fcmp une float %a, %b
  ret i1 %c
}
define i1 @tgt20(float %a, float %b) {
  %c = fcmp one float %a, %b
  ret i1 %c
}

; Fcmp oeq x x.
define i1 @src21(float noundef %a) {
  %c = fcmp oeq float %a, %a
  ret i1 %c
}
define i1 @tgt21(float noundef %a) {
  ret i1 true
}

; Fpext fptrunc.
define double @src22(double %a) {
  %t = fptrunc double %a to float
  %e = fpext float %t to double
  ret double %e
}
define double @tgt22(double %a) {
  ret double %a
}

; Uitofp nneg added.
define float @src23(i32 %a) {
  %r = uitofp i32 %a to float
  ret float %r
}
define float @tgt23(i32 %a) {
  %r = uitofp nneg i32 %a to float
  ret float %r
}

; Sitofp of i32 to float and back.
define i32 @src24(i32 noundef %a) {
  %f = sitofp i32 %a to float
  %r = fptosi float %f to i32
  ret i32 %r
}
define i32 @tgt24(i32 noundef %a) {
  ret i32 %a
}

; Fptosi sat to fptosi.
define i32 @src25(float %a) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %a)
  ret i32 %r
}
define i32 @tgt25(float %a) {
  %r = fptosi float %a to i32
  ret i32 %r
}

; A multiplication by one may change a NaN.
define i32 @src26(float %a) {
  %r = bitcast float %a to i32
  ret i32 %r
}
define i32 @tgt26(float %a) {
  %m = fmul float %a, 1.0
  %r = bitcast float %m to i32
  ret i32 %r
}
