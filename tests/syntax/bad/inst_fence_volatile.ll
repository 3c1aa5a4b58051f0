; ERROR: 3:9: ordering expected
define void @f() {
  fence volatile seq_cst
  ret void
}
