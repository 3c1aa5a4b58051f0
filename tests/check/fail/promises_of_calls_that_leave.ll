; RUN: tollgate check %s
; Near misses: the promise is not made, or is one that the run keeps.
declare i32 @plain(ptr)
declare void @dead(ptr)
declare void @never_calls_back(ptr) nocallback
declare i8 @llvm.umax.i8(i8, i8) nocallback nofree nosync nounwind speculatable willreturn memory(none)
define i32 @src1() {
  %a = alloca i32
  store i32 5, ptr %a
  %r = call i32 @plain(ptr %a)
  ret i32 %r
}
define i32 @tgt1() {
  %a = alloca i32
  %r = call i32 @plain(ptr %a)
  ret i32 %r
}
define i32 @src2() {
  %a = alloca i32
  store i32 5, ptr %a
  call void @dead(ptr %a)
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt2() {
  %a = alloca i32
  store i32 5, ptr %a
  call void @dead(ptr %a)
  ret i32 5
}
; Nobody calls back in a run.
define i32 @src3() {
  %a = alloca i32
  store i32 5, ptr %a
  call void @never_calls_back(ptr %a)
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt3() {
  %a = alloca i32
  store i32 5, ptr %a
  call void @never_calls_back(ptr %a)
  ret i32 5
}
; What the declaration of an intrinsic says is true of it.
define i8 @src4(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.umax.i8(i8 %x, i8 %y)
  ret i8 %r
}
define i8 @tgt4(i8 noundef %x, i8 noundef %y) {
  ret i8 %x
}
