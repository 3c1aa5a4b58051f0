; ERROR: 8:3: phi not first
; NOTE: opt-19 refuses it only in its verifier, without a position.
define i32 @f() {
entry:
  br label %b
b:
  %x = add i32 1, 2
  %p = phi i32 [ 1, %entry ]
  ret i32 %p
}
