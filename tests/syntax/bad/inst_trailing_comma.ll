; ERROR: 3:33: metadata expected
define void @f(ptr %p) {
  store i32 1, ptr %p, align 4, 7
  ret void
}
