; ERROR: 4:29: type mismatch
; NOTE: opt-19 refuses it only in its verifier, without a position.
define void @f(i32 %c) {
  switch i32 %c, label %a [ i64 1, label %a ]
a:
  ret void
}
