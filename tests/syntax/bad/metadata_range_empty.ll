; ERROR: 4:42: malformed range
; NOTE: opt-19 refuses it only in its verifier, without a position.
define void @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !range !0
  ret void
}
!0 = !{}
