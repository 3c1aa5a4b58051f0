; RUN: tollgate check %s
; The choice of a product is fixed for all uses, or for none. (§4.2)
declare void @g(float)
define float @src_once(float %x) {
  %y = fmul float %x, 1.0
  ret float %y
}
define float @tgt_once(float %x) {
  ret float %x
}
; One of two.
define { float, float } @src_one_of_two(float noundef %x, float noundef %y) {
  %v = fmul float %x, 1.0
  %w = fmul float %y, 1.0
  %a = insertvalue { float, float } undef, float %v, 0
  %b = insertvalue { float, float } %a, float %w, 1
  ret { float, float } %b
}
define { float, float } @tgt_one_of_two(float noundef %x, float noundef %y) {
  %v = fmul float %x, 1.0
  %a = insertvalue { float, float } undef, float %v, 0
  %b = insertvalue { float, float } %a, float %y, 1
  ret { float, float } %b
}
; All NaNs compare alike.
define { float, i1 } @src_compared(float noundef %x, float noundef %k) {
  %y = fmul float %x, 1.0
  %c = fcmp olt float %y, %k
  %a = insertvalue { float, i1 } undef, float %y, 0
  %b = insertvalue { float, i1 } %a, i1 %c, 1
  ret { float, i1 } %b
}
define { float, i1 } @tgt_compared(float noundef %x, float noundef %k) {
  %y = fmul float %x, 1.0
  %c = fcmp olt float %x, %k
  %a = insertvalue { float, i1 } undef, float %y, 0
  %b = insertvalue { float, i1 } %a, i1 %c, 1
  ret { float, i1 } %b
}
define float @src_widened(float noundef %x) {
  %w = fpext float %x to double
  %n = fptrunc double %w to float
  ret float %n
}
define float @tgt_widened(float noundef %x) {
  ret float %x
}
define float @src_constant() {
  %y = fdiv float 0.0, 0.0
  ret float %y
}
define float @tgt_constant() {
  ret float 0x7FF8000000000000
}
; In every iteration.
; A flag that is dropped below.
define float @src_flag(float noundef %a, float noundef %b) {
  %x = fadd nnan float %a, %b
  %y = fmul float %x, 1.0
  ret float %y
}
define float @tgt_flag(float noundef %a, float noundef %b) {
  %x = fadd float %a, %b
  ret float %x
}
