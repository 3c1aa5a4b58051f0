; ERROR: 3:13: unknown predicate
define i1 @f(i32 %x) {
  %y = icmp lt i32 %x, 1
  ret i1 %y
}
