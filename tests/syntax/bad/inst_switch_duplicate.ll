; ERROR: 5:5: case twice
define void @f(i32 %c) {
  switch i32 %c, label %a [
    i32 1, label %a
    i32 1, label %a
  ]
a:
  ret void
}
