; ERROR: 3:3: wrong return type
define i32 @f() {
  ret void
}
