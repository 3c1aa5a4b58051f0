; RUN: tollgate check %s
; The objects behind the pointers of one argument are different objects. These pairs are wrong.
define void @src2(<2 x ptr> %v) {
  %p = extractelement <2 x ptr> %v, i64 0
  store i8 1, ptr %p
  ret void
}
define void @tgt2(<2 x ptr> %v) {
  %p = extractelement <2 x ptr> %v, i64 1
  store i8 1, ptr %p
  ret void
}
define ptr @src4({ ptr, ptr } %s) {
  %a = extractvalue { ptr, ptr } %s, 0
  ret ptr %a
}
define ptr @tgt4({ ptr, ptr } %s) {
  %b = extractvalue { ptr, ptr } %s, 1
  ret ptr %b
}
