; ERROR: 3:13: undefined function
define void @f() {
  call void @g()
  ret void
}
