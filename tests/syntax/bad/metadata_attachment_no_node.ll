; ERROR: 3:19: node expected
define void @f() {
  ret void, !note "text"
}
