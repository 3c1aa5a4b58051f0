; ERROR: 3:19: string expected
define void @f() {
  fence syncscope(agent) seq_cst
  ret void
}
