; RUN: tollgate check %s --no-refute
; Metadata of the target that nobody knows is named. In the source it is ignored, and so is that results need not be exact. (§11a.2)

define float @src2(float %x, float %y) {
  %r = fdiv float %x, %y, !fpmath !0
  ret float %r
}

define float @tgt2(float %x, float %y) {
  %r = fdiv float %x, %y
  ret float %r
}

define i32 @src3(ptr %p) {
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @tgt3(ptr %p) {
  %r = load i32, ptr %p, !no.such.kind !1
  ret i32 %r
}

define i32 @src4(ptr %p) {
  %r = load i32, ptr %p, !no.such.kind !1
  ret i32 %r
}

define i32 @tgt4(ptr %p) {
  %r = load i32, ptr %p, !annotation !1
  ret i32 %r
}

define i32 @src5(i32 %x) "no-such-string" {
  ret i32 %x
}

define i32 @tgt5(i32 %x) {
  ret i32 %x
}

!0 = !{float 2.5}
!1 = !{!"note"}
