; ERROR: 9:3: missing predecessor
; NOTE: opt-19 refuses it only in its verifier, without a position.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %entry ]
  ret i32 %p
}
