; ERROR: 3:18: unknown operation
define void @f(ptr %p) {
  %y = atomicrmw mul ptr %p, i32 1 seq_cst
  ret void
}
