; ERROR: 3:15: value expected
define void @f() {
  %x = freeze void undef
  ret void
}
