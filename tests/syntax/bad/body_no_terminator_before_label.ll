; ERROR: 5:1: terminator expected
define void @f() {
entry:
  %a = add i32 1, 2
next:
  ret void
}
