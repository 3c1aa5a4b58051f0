; RUN: tollgate check %s
; Functions of a file of pairs that have no partner are told; others are there to be called.
define void @src() {
  ret void
}
define void @tgt() {
  ret void
}
define void @src1() {
  ret void
}
define void @tgt2() {
  ret void
}
define void @helper() {
  ret void
}
