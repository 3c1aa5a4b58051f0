; ERROR: 5:12: branch to the entry
; NOTE: opt-19 refuses it only in its verifier, without a position.
define void @f() {
entry:
  br label %entry
}
