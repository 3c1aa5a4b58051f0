; ERROR: 3:17: wrong type for attribute
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare void @f(i32 nonnull)
