; ERROR: 3:7: wrong return type
define i32 @f() {
  ret i64 1
}
