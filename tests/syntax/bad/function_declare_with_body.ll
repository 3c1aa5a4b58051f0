; ERROR: 2:19: top-level entity expected
declare void @f() {
  ret void
}
