; ERROR: 3:11: end of file in function
define void @f() {
  ret void