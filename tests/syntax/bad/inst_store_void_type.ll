; ERROR: 3:9: first-class value expected
define void @f(ptr %p) {
  store void undef, ptr %p
  ret void
}
