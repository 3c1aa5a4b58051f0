; ERROR: 3:1: { expected
define void @f()
define void @g() {
  ret void
}
