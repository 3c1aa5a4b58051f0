; ERROR: 3:32: two sret parameters
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare void @f(ptr sret(i32), ptr sret(i32))
