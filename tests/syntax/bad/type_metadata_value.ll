; ERROR: 3:15: metadata is no value
define void @f() {
  %a = alloca metadata
  ret void
}
