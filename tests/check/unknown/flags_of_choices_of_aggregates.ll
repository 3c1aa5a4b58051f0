; RUN: tollgate check %s --no-refute
; `nnan` of a choice of arrays says something of each part; it may be lost, but not won. (§12.3)
define float @src1(i1 noundef %c, [2 x float] %a, [2 x float] %b) {
  %s = select i1 %c, [2 x float] %a, [2 x float] %b
  %e = extractvalue [2 x float] %s, 0
  ret float %e
}
define float @tgt1(i1 noundef %c, [2 x float] %a, [2 x float] %b) {
  %s = select nnan i1 %c, [2 x float] %a, [2 x float] %b
  %e = extractvalue [2 x float] %s, 0
  ret float %e
}

define float @src2(i1 noundef %c, [2 x float] %a, [2 x float] %b) {
  %x = extractvalue [2 x float] %a, 1
  %y = extractvalue [2 x float] %b, 1
  %s = select i1 %c, float %x, float %y
  ret float %s
}
define float @tgt2(i1 noundef %c, [2 x float] %a, [2 x float] %b) {
  %s = select ninf i1 %c, [2 x float] %a, [2 x float] %b
  %e = extractvalue [2 x float] %s, 1
  ret float %e
}

; Right.
define float @src3(i1 noundef %c, [2 x float] %a, [2 x float] %b) {
  %s = select nnan i1 %c, [2 x float] %a, [2 x float] %b
  %e = extractvalue [2 x float] %s, 0
  ret float %e
}
define float @tgt3(i1 noundef %c, [2 x float] %a, [2 x float] %b) {
  %x = extractvalue [2 x float] %a, 0
  %y = extractvalue [2 x float] %b, 0
  %s = select i1 %c, float %x, float %y
  ret float %s
}
