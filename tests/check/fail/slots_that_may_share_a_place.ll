; RUN: tollgate check %s
; Near misses: slots of some bytes that live at the same time are apart, and none is null.
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define i1 @src1() {
  %a = alloca i8
  %b = alloca i8
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}
define i1 @src2() {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  %c = icmp eq ptr %a, %b
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %b)
  ret i1 %c
}
define i1 @tgt2() {
  ret i1 true
}
define i1 @src3() {
  %a = alloca {}
  %c = icmp eq ptr %a, null
  ret i1 %c
}
define i1 @tgt3() {
  ret i1 true
}
