; ERROR: 7:33: two values for one edge
; NOTE: opt-19 refuses it only in its verifier, without a position.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %b, label %b
b:
  %p = phi i32 [ 1, %entry ], [ 2, %entry ]
  ret i32 %p
}
