; ERROR: 3:17: pointer expected
define void @f(ptr %p) {
  store ptr %p, i32 1
  ret void
}
