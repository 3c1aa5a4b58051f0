; ERROR: 3:11: value expected
define i32 @f() {
  ret i32 "text"
}
