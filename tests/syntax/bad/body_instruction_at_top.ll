; ERROR: 5:1: top-level entity expected
define void @f() {
  ret void
}
ret void
