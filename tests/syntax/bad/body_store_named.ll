; ERROR: 3:3: no result
define void @f(ptr %p) {
  %x = store i32 1, ptr %p
  ret void
}
