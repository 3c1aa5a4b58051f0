; ERROR: 2:8: linkage of a definition
define extern_weak void @f() {
  ret void
}
