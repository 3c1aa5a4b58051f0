; ERROR: 6:18: wrong phi type
define i32 @f(i1 %c, i64 %x) {
entry:
  br label %a
a:
  %p = phi i32 [ %x, %entry ]
  ret i32 %p
}
