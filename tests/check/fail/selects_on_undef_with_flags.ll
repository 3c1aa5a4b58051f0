; RUN: tollgate check %s
; Near misses: without flags both arms are one value, and flags that are kept promise nothing to others.
define float @src_no_flags(i1 %c) {
  %v = select i1 %c, float 0x7FF0000000000000, float 0x7FF0000000000000
  ret float %v
}
define float @tgt_no_flags(i1 %c) {
  ret float 1.0
}
define float @src_added(float %a, i1 %c) {
  %v = select i1 %c, float %a, float 0x7FF0000000000000
  ret float %v
}
define float @tgt_added(float %a, i1 %c) {
  %v = select ninf i1 %c, float %a, float 0x7FF0000000000000
  ret float %v
}
define float @src_kept(float %a, i1 %c) {
  %v = select ninf i1 %c, float %a, float 1.0
  ret float %v
}
define float @tgt_kept(float %a, i1 %c) {
  %v = select ninf i1 %c, float %a, float 2.0
  ret float %v
}
