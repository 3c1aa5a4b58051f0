; RUN: tollgate check %s
; A tag that calls the memory constant, of the target alone, to a slot that it writes (§4.9).

!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"int", !2, i64 0}
!2 = !{!"char", !3, i64 0}
!3 = !{!"Simple C++ TBAA"}
!4 = !{!1, !1, i64 0}

define i32 @src1() {
  ret i32 5
}

define i32 @tgt1() {
  %a = alloca i32
  store i32 5, ptr %a
  %v = load i32, ptr %a, !tbaa !0
  ret i32 %v
}

define i32 @src2() {
  %a = alloca i32
  store i32 5, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @tgt2() {
  %a = alloca i32
  store i32 5, ptr %a
  %v = load i32, ptr %a, !tbaa !0
  ret i32 %v
}

define i32 @src3(i32 %x) {
  ret i32 %x
}

define i32 @tgt3(i32 %x) {
  %a = alloca [4 x i32]
  %p = getelementptr [4 x i32], ptr %a, i64 0, i64 2
  store i32 %x, ptr %p, !tbaa !0
  %v = load i32, ptr %p, !tbaa !0
  ret i32 %v
}

define void @src5(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  ret void
}

define void @tgt5(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a, !tbaa !0
  ret void
}

define i32 @src6(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a, !tbaa !4
  %v = load i32, ptr %a, !tbaa !4
  ret i32 %v
}

define i32 @tgt6(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a, !tbaa !0
  %v = load i32, ptr %a, !tbaa !0
  ret i32 %v
}
