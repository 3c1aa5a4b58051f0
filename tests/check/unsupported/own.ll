; RUN: tollgate check %s
; What the two functions of a pair say of themselves changes meaning. (§11a.1)
define void @src1() {
  ret void
}
define fastcc void @tgt1() {
  ret void
}
define void @src2(i8 %x) {
  ret void
}
define void @tgt2(i8 zeroext %x) {
  ret void
}
define float @src3(float %x) "denormal-fp-math"="ieee,ieee" {
  ret float %x
}
define float @tgt3(float %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  ret float %x
}
define void @src4() null_pointer_is_valid {
  ret void
}
define void @tgt4() {
  ret void
}
declare i32 @person(...)
define void @src5() {
  ret void
}
define void @tgt5() personality ptr @person {
  ret void
}
define void @src6() gc "statepoint-example" {
  ret void
}
define void @tgt6() {
  ret void
}
