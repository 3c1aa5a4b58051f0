; ERROR: 3:11: undefined value
define i32 @f() {
  ret i32 %3
}
