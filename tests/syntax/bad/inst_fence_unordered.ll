; ERROR: 4:9: invalid ordering
; NOTE: opt-19 points at line 5, column 3.
define void @f() {
  fence monotonic
  ret void
}
