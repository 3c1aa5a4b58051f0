; ERROR: 3:12: undefined block
define void @f() {
  br label %nowhere
}
