; ERROR: 3:3: unknown word
define void @f() {
  frobnicate i32 1, 2
  ret void
}
