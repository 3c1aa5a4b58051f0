; ERROR: 5:3: ret expected
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare void @g()
define void @f() {
  musttail call void @g()
  %x = add i32 1, 2
  ret void
}
