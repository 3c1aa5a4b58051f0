; RUN: tollgate check %s
; Promises of calls that leave the module, of which no run notices that they are broken. None is `invalid`. (§11b.2)
declare i32 @fills(ptr nocapture initializes((0, 4))) nounwind
declare i32 @plain(ptr)
declare void @dead(ptr dead_on_return)
declare i32 @anywhere(i32) speculatable
; What is written before it is overwritten unread.
define void @src1(ptr noalias nocapture %p) {
  store i32 5, ptr %p
  %r = call i32 @fills(ptr %p)
  ret void
}
define void @tgt1(ptr noalias nocapture %p) {
  %r = call i32 @fills(ptr %p)
  ret void
}
; The same, promised at the call.
define i32 @src2() {
  %a = alloca i32
  store i32 5, ptr %a
  %r = call i32 @plain(ptr initializes((0, 4)) %a)
  ret i32 %r
}
define i32 @tgt2() {
  %a = alloca i32
  %r = call i32 @plain(ptr initializes((0, 4)) %a)
  ret i32 %r
}
; What was written through the pointer is poison behind the call.
define i32 @src3() {
  %a = alloca i32
  store i32 5, ptr %a
  call void @dead(ptr %a)
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt3() {
  %a = alloca i32
  store i32 5, ptr %a
  call void @dead(ptr %a)
  ret i32 5
}
; The same behind a pointer.
define i32 @src4(i1 noundef %c) {
  %a = alloca i32
  store i32 5, ptr %a
  %f = select i1 %c, ptr @dead, ptr @dead
  call void %f(ptr %a)
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt4(i1 noundef %c) {
  %a = alloca i32
  store i32 5, ptr %a
  %f = select i1 %c, ptr @dead, ptr @dead
  call void %f(ptr %a)
  ret i32 5
}
; Whoever may be called anywhere has no effect, and a call of it may go.
define void @src5(i32 noundef %x) {
  %r = call i32 @anywhere(i32 %x)
  ret void
}
define void @tgt5(i32 noundef %x) {
  ret void
}
