; ERROR: 3:3: value expected
define void @f() {
  %x = ret void
}
