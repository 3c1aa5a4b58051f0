; RUN: tollgate check %s
; Near misses of constant tags: a tag of the target that calls nothing constant, one that both have,
; and one of the source alone.

define i32 @src1(i32 %x) {
  ret i32 %x
}
define i32 @tgt1(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a, !tbaa !4
  %v = load i32, ptr %a, !tbaa !4
  ret i32 %v
}

define i32 @src2(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a, !tbaa !0
  %v = load i32, ptr %a, !tbaa !0
  ret i32 %v
}
define i32 @tgt2(i32 %x) {
  ret i32 %x
}

!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"int", !2, i64 0}
!2 = !{!"char", !3, i64 0}
!3 = !{!"Simple C++ TBAA"}
!4 = !{!1, !1, i64 0}
