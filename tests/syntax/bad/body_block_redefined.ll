; ERROR: 8:1: redefinition
; NOTE: opt-19 refuses it only in its verifier, without a position.
define void @f() {
entry:
  br label %a
a:
  ret void
a:
  ret void
}
