; ERROR: 10:16: use before definition
; NOTE: opt-19 refuses it only in its verifier, without a position.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  %y = add i32 %x, 1
  ret i32 %y
}
