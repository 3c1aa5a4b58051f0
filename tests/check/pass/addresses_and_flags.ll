; RUN: tollgate check %s --no-refute
; Several steps of an address made one, and operations that are another one as long as their flags are kept. (§12.3)
define ptr @src1(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 16
  %b = getelementptr inbounds i8, ptr %a, i64 8
  ret ptr %b
}
define ptr @tgt1(ptr %p) {
  %b = getelementptr inbounds i8, ptr %p, i64 24
  ret ptr %b
}
define i32 @src2(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 16
  %b = getelementptr inbounds i8, ptr %a, i64 8
  %r = load i32, ptr %b
  ret i32 %r
}
define i32 @tgt2(ptr %p) {
  %b = getelementptr inbounds i8, ptr %p, i64 24
  %r = load i32, ptr %b
  ret i32 %r
}
define i16 @src3(i8 %x) {
  %r = zext nneg i8 %x to i16
  ret i16 %r
}
define i16 @tgt3(i8 %x) {
  %r = sext i8 %x to i16
  ret i16 %r
}
define i8 @src4(i8 %x, i8 %y) {
  %r = or disjoint i8 %x, %y
  ret i8 %r
}
define i8 @tgt4(i8 %x, i8 %y) {
  %r = add nuw nsw i8 %x, %y
  ret i8 %r
}
define i32 @src5(i32 %x) {
  %r = call i32 @llvm.abs.i32(i32 %x, i1 true)
  ret i32 %r
}
define i32 @tgt5(i32 %x) {
  %r = call i32 @llvm.abs.i32(i32 %x, i1 false)
  ret i32 %r
}
declare i32 @llvm.abs.i32(i32, i1)
