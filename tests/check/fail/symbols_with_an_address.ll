; RUN: tollgate check %s
; Near misses: the symbol may be anywhere, or is another one than the function comes to.
@anywhere = external global i8, !associated !1
@in_range = external global i8, !absolute_symbol !0
!0 = !{i64 0, i64 256}
!1 = !{ptr @in_range}
define i1 @src1() {
  %c = icmp ult i64 ptrtoint (ptr @anywhere to i64), 256
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}
define i1 @src2() {
  %c = icmp eq ptr @anywhere, null
  ret i1 %c
}
define i1 @tgt2() {
  ret i1 true
}
