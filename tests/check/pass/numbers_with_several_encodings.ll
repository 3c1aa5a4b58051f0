; RUN: tollgate check %s
; The sign is a bit of its own in all encodings, and a double has one for each number. (§8.1)
define x86_fp80 @src_sign(x86_fp80 noundef %x) {
  %a = fneg x86_fp80 %x
  %b = fneg x86_fp80 %a
  ret x86_fp80 %b
}
define x86_fp80 @tgt_sign(x86_fp80 noundef %x) {
  ret x86_fp80 %x
}
define i64 @src_double(i64 noundef %i) {
  %x = bitcast i64 %i to double
  %y = fmul double %x, 1.0
  %b = bitcast double %y to i64
  ret i64 %b
}
define i64 @tgt_double(i64 noundef %i) {
  ret i64 %i
}
; What was widened has the encoding that operations give.
define float @src_widened(float noundef %x) {
  %w = fpext float %x to x86_fp80
  %y = fptrunc x86_fp80 %w to float
  ret float %y
}
define float @tgt_widened(float noundef %x) {
  ret float %x
}
