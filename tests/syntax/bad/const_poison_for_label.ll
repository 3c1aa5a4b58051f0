; ERROR: 3:12: invalid type
define void @f() {
  br label poison
}
