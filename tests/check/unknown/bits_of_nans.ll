; RUN: tollgate check %s --no-refute
; An operation that may give a NaN chooses its bits, so that it is no refinement of what does not choose, however well defined that is. All pairs are wrong. (§4.2)
define float @src_product(float noundef %x) {
  ret float %x
}
define float @tgt_product(float noundef %x) {
  %r = fmul float %x, 1.0
  ret float %r
}
define float @src_casts(float noundef %x) {
  ret float %x
}
define float @tgt_casts(float noundef %x) {
  %e = fpext float %x to double
  %r = fptrunc double %e to float
  ret float %r
}
define i32 @src_bits(float noundef %x) {
  %r = bitcast float %x to i32
  ret i32 %r
}
define i32 @tgt_bits(float noundef %x) {
  %m = fmul float %x, 1.0
  %r = bitcast float %m to i32
  ret i32 %r
}
define i32 @src_constant() {
  ret i32 2143289344
}
define i32 @tgt_constant() {
  %d = fdiv float 0.0, 0.0
  %r = bitcast float %d to i32
  ret i32 %r
}
define i1 @src_branch(float noundef %x) {
  %r = bitcast float %x to i32
  %c = icmp slt i32 %r, 0
  br i1 %c, label %a, label %b
a:
  ret i1 true
b:
  ret i1 false
}
define i1 @tgt_branch(float noundef %x) {
  %m = fmul float %x, 1.0
  %r = bitcast float %m to i32
  %c = icmp slt i32 %r, 0
  br i1 %c, label %a, label %b
a:
  ret i1 true
b:
  ret i1 false
}
