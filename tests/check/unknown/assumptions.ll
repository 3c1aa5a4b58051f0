; RUN: tollgate check %s --no-refute
; What only the target assumes or promises, or what is assumed too late. (§4.9)
declare void @llvm.assume(i1)
declare void @g()
declare i64 @strlen(ptr)
@text = global [4 x i8] c"abc\00"
define void @src1(i1 %c) {
  ret void
}
define void @tgt1(i1 %c) {
  call void @llvm.assume(i1 %c)
  ret void
}
define void @src2(ptr %p) {
  ret void
}
define void @tgt2(ptr %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 4) ]
  ret void
}
define void @src3(i1 %c) {
  call void @g()
  call void @llvm.assume(i1 %c)
  ret void
}
define void @tgt3(i1 %c) {
  br i1 %c, label %on, label %off
off:
  ret void
on:
  call void @g()
  ret void
}
define i8 @src4(ptr %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt4(ptr %p) {
  %v = load i8, ptr %p, !noundef !{}
  ret i8 %v
}
; Not a constant.
define i64 @src5() {
  %n = call i64 @strlen(ptr @text)
  ret i64 %n
}
define i64 @tgt5() {
  ret i64 3
}
; Names of the library do not count.
declare i32 @ffs(i32)
define i32 @src6() "no-builtins" {
  %v = call i32 @ffs(i32 8)
  ret i32 %v
}
define i32 @tgt6() "no-builtins" {
  ret i32 4
}
; A loop that waits.
declare void @llvm.sideeffect()
define void @src7() mustprogress {
  br label %loop
loop:
  call void @llvm.sideeffect()
  br label %loop
}
define void @tgt7() mustprogress {
  ret void
}
