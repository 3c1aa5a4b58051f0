; RUN: tollgate check %s
; The objects behind the pointers of one argument are different objects. These pairs are right, or may be.
define void @src1(<2 x ptr> %v) {
  %p = extractelement <2 x ptr> %v, i64 0
  %x = load i8, ptr %p
  %y = add i8 %x, 1
  store i8 %y, ptr %p
  ret void
}
define void @tgt1(<2 x ptr> %v) {
  %q = getelementptr i8, <2 x ptr> %v, i64 1
  %p = extractelement <2 x ptr> %q, i64 0
  %o = getelementptr i8, ptr %p, i64 -1
  %x = load i8, ptr %o
  %y = sub i8 %x, -1
  store i8 %y, ptr %o
  ret void
}
define ptr @src3({ ptr, ptr } %s, i1 %c) {
  %a = extractvalue { ptr, ptr } %s, 0
  %b = extractvalue { ptr, ptr } %s, 1
  %r = select i1 %c, ptr %b, ptr %a
  ret ptr %r
}
define ptr @tgt3({ ptr, ptr } %s, i1 %c) {
  %t = freeze i1 %c
  br i1 %t, label %yes, label %no
yes:
  %b = extractvalue { ptr, ptr } %s, 1
  ret ptr %b
no:
  %a = extractvalue { ptr, ptr } %s, 0
  ret ptr %a
}
