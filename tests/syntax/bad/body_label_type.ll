; ERROR: 3:13: label expected
define void @f(i1 %c) {
  br i1 %c, i32 %a, label %a
a:
  ret void
}
