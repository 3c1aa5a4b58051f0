; ERROR: 3:30: integer expected
define void @f(ptr %p) {
  %y = atomicrmw add ptr %p, float 1.0 seq_cst
  ret void
}
