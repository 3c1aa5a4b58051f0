; ERROR: 9:36: not a predecessor
; NOTE: opt-19 refuses it only in its verifier, without a position.
define i32 @f(i1 %c) {
entry:
  br label %b
a:
  ret i32 1
b:
  %p = phi i32 [ 1, %entry ], [ 2, %a ]
  ret i32 %p
}
