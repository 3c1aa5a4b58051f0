; ERROR: 2:30: value expected
define void @f() personality nounwind {
  ret void
}
