; ERROR: 3:27: wrong place for sret
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare void @f(i32, i32, ptr sret(i32))
