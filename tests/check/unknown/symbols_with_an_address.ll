; RUN: tollgate check %s
; Where a symbol is, its module may say. A run has it elsewhere, which no execution does. None is `invalid`. (§11b.1)
@in_range = external global i8, !absolute_symbol !0
@at_null = external global i8, !absolute_symbol !1
@leads_there = constant ptr @in_range
declare !absolute_symbol !1 void @fn_at_null()
!0 = !{i64 0, i64 256}
!1 = !{i64 0, i64 1}
define i1 @src1() {
  %c = icmp ult i64 ptrtoint (ptr @in_range to i64), 256
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}
define i1 @src2() {
  %c = icmp eq ptr @at_null, null
  ret i1 %c
}
define i1 @tgt2() {
  ret i1 true
}
define i1 @src3() {
  %c = icmp eq ptr @fn_at_null, null
  ret i1 %c
}
define i1 @tgt3() {
  ret i1 true
}
; Reached through a constant.
define i1 @src4() {
  %p = load ptr, ptr @leads_there
  %c = icmp ult ptr %p, inttoptr (i64 256 to ptr)
  ret i1 %c
}
define i1 @tgt4() {
  ret i1 true
}
