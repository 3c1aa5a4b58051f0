; ERROR: 4:16: use before definition
; NOTE: opt-19 refuses it only in its verifier, without a position.
define i32 @f() {
  %y = add i32 %y, 1
  ret i32 %y
}
