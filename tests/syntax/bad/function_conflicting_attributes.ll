; ERROR: 3:19: conflicting attributes
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare void @f() alwaysinline noinline
