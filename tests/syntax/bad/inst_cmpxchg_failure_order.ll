; ERROR: 4:45: invalid failure ordering
; NOTE: opt-19 points at line 5, column 3.
define void @f(ptr %p) {
  %y = cmpxchg ptr %p, i32 1, i32 2 seq_cst release
  ret void
}
