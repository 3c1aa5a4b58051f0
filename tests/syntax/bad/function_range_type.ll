; ERROR: 3:17: range of another type
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare void @f(i32 range(i64 0, 5))
