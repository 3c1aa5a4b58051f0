; ERROR: 3:13: pointer expected
define void @f(i32 %x) {
  call void %x()
  ret void
}
