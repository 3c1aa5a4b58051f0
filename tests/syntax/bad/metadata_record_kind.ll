; ERROR: 3:4: unknown record
define void @f() {
  #dbg_banana(i32 1)
  ret void
}
