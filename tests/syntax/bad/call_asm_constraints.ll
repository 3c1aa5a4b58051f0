; ERROR: 3:13: invalid constraint
define void @f() {
  call void asm "nop", "=r,=="()
  ret void
}
