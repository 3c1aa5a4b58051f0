; ERROR: 3:29: constant expected
define void @f(i32 %c, i32 %d) {
  switch i32 %c, label %a [ i32 %d, label %a ]
a:
  ret void
}
