; ERROR: 4:32: unwind expected
declare void @g()
define void @f() personality ptr null {
  invoke void @g() to label %a else label %a
a:
  ret void
}
