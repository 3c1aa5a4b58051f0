; ERROR: 3:3: name expected
define void @f() {
  % = add i32 1, 2
  ret void
}
