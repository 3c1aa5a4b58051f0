; ERROR: 4:1: terminator expected
define void @f() {
  %a = add i32 1, 2
}
