; ERROR: 3:1: } expected
attributes #0 = { nounwind
define void @f() {
  ret void
}
