; RUN: tollgate check %s --no-refute
; The sign of a NaN that was computed comes back through operations that show it. All pairs but the last are wrong: another operation gives another NaN. (§4.2)
declare float @llvm.copysign.f32(float, float)
define i32 @srcsign(float noundef %x) {
  %s = call float @llvm.copysign.f32(float 1.0, float %x)
  %c = fcmp olt float %s, 0.0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @tgtsign(float noundef %x) {
  %y = fmul float %x, 1.0
  %s = call float @llvm.copysign.f32(float 1.0, float %y)
  %c = fcmp olt float %s, 0.0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @srcbits(float noundef %x) {
  %i = bitcast float %x to i32
  %j = lshr i32 %i, 24
  %f = bitcast i32 %j to float
  %c = fcmp ogt float %f, 0x37A0000000000000
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @tgtbits(float noundef %x) {
  %y = fmul float %x, 1.0
  %i = bitcast float %y to i32
  %j = lshr i32 %i, 24
  %f = bitcast i32 %j to float
  %c = fcmp ogt float %f, 0x37A0000000000000
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @srccompared(float noundef %x) {
  %c = fcmp olt float %x, 0.0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @tgtcompared(float noundef %x) {
  %y = fmul float %x, 1.0
  %c = fcmp olt float %y, 0.0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
