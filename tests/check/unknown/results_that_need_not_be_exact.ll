; RUN: tollgate check %s
; How far from exact a result is, within `!fpmath`, is chosen each time. (§4.2)
define { float, float } @src_two(float noundef %x) {
  %y = fdiv float %x, 3.0, !fpmath !0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %y, 1
  ret { float, float } %b
}
define { float, float } @tgt_two(float noundef %x) {
  %y = fdiv float %x, 3.0, !fpmath !0
  %z = fdiv float %x, 3.0, !fpmath !0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %z, 1
  ret { float, float } %b
}
define { float, float } @src_exact(float noundef %x) {
  %y = fdiv float %x, 3.0, !fpmath !0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %y, 1
  ret { float, float } %b
}
define { float, float } @tgt_exact(float noundef %x) {
  %y = fdiv float %x, 3.0, !fpmath !0
  %z = fdiv float %x, 3.0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %z, 1
  ret { float, float } %b
}
define i1 @src_compared(float noundef %x, float noundef %k) {
  %y = fdiv nnan float %x, 3.0, !fpmath !0
  %a = fcmp olt float %y, %k
  %b = fcmp uge float %y, %k
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
define i1 @tgt_compared(float noundef %x, float noundef %k) {
  %y = fdiv nnan float %x, 3.0, !fpmath !0
  %z = fdiv nnan float %x, 3.0, !fpmath !0
  %a = fcmp olt float %y, %k
  %b = fcmp uge float %z, %k
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
; Further from exact than the source.
define float @src_further(float noundef %x) {
  %y = fdiv float %x, 3.0, !fpmath !1
  ret float %y
}
define float @tgt_further(float noundef %x) {
  %y = fdiv float %x, 3.0, !fpmath !0
  ret float %y
}
define float @src_root(float noundef %x) {
  %y = call float @llvm.sqrt.f32(float %x)
  ret float %y
}
define float @tgt_root(float noundef %x) {
  %y = call float @llvm.sqrt.f32(float %x), !fpmath !0
  ret float %y
}
declare float @llvm.sqrt.f32(float)
!0 = !{float 2.5}
!1 = !{float 1.0}
