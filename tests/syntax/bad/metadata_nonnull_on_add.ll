; ERROR: 4:31: wrong instruction
; NOTE: opt-19 refuses it only in its verifier, without a position.
define void @f() {
  %x = add i32 1, 2, !nonnull !0
  ret void
}
!0 = !{}
