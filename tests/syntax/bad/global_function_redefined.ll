; ERROR: 5:13: redefinition
define void @f() {
  ret void
}
define void @f() {
  ret void
}
