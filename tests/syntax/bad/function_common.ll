; ERROR: 2:8: invalid linkage
define common void @f() {
  ret void
}
