; ERROR: 3:19: undefined metadata
define void @f() {
  ret void, !note !7
}
