; RUN: tollgate check %s --no-refute
; Near misses: from the source the choice may go; a comparison shows no bits of a NaN; and what both choose is taken to be chosen alike. (§4.2)
declare void @yes()
define float @src_product(float noundef %x) {
  %r = fmul float %x, 1.0
  ret float %r
}
define float @tgt_product(float noundef %x) {
  ret float %x
}
define void @src_compared(float noundef %x, float noundef %y) {
  %c = fcmp olt float %x, %y
  br i1 %c, label %a, label %b
a:
  call void @yes()
  br label %b
b:
  ret void
}
define void @tgt_compared(float noundef %x, float noundef %y) {
  %m = fmul float %x, 1.0
  %c = fcmp olt float %m, %y
  br i1 %c, label %a, label %b
a:
  call void @yes()
  br label %b
b:
  ret void
}
define float @src_decided(i1 noundef %c, float noundef %x, float noundef %y) {
  %s = fadd float %x, %y
  %r = select i1 %c, float %s, float %x
  ret float %r
}
define float @tgt_decided(i1 noundef %c, float noundef %x, float noundef %y) {
  br i1 %c, label %a, label %b
a:
  %s = fadd float %x, %y
  br label %b
b:
  %r = phi float [ %s, %a ], [ %x, %0 ]
  ret float %r
}
