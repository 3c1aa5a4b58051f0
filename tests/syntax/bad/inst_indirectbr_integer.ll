; ERROR: 3:14: pointer expected
define void @f(i64 %p) {
  indirectbr i64 %p, [label %a]
a:
  ret void
}
