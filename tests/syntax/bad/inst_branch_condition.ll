; ERROR: 3:6: i1 expected
define void @f(i32 %c) {
  br i32 %c, label %a, label %a
a:
  ret void
}
