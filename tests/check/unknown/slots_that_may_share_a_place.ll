; RUN: tollgate check %s
; Slots of no bytes, and slots that do not live at the same time, may lie where others do: that is the source's choice. None is `invalid`. (§1.2)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define i1 @src1() {
  %a = alloca {}
  %b = alloca {}
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}
define i1 @src2() {
  %a = alloca [0 x i32]
  %b = alloca i32
  %c = icmp ne ptr %a, %b
  ret i1 %c
}
define i1 @tgt2() {
  ret i1 false
}
; The first is gone when the second comes.
define i1 @src3() {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  %c = icmp eq ptr %a, %b
  call void @llvm.lifetime.end.p0(i64 4, ptr %b)
  ret i1 %c
}
define i1 @tgt3() {
  ret i1 true
}
; The second has not come yet.
define i1 @src4() {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %c = icmp eq ptr %a, %b
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  call void @llvm.lifetime.end.p0(i64 4, ptr %b)
  ret i1 %c
}
define i1 @tgt4() {
  ret i1 true
}
