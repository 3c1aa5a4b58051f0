; ERROR: 5:1: number too small
define void @f() {
5:
  br label %6
3:
  ret void
6:
  ret void
}
