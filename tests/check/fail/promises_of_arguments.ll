; RUN: tollgate check %s
; Near misses, all wrong: what is not promised is done.
declare void @look(ptr)
declare void @reads(ptr nocapture readonly)
declare void @forget(ptr nocapture) nounwind
declare void @ext()
declare noalias ptr @malloc(i64)

define i32 @src_written() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  call void @look(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt_written() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  call void @look(ptr %a)
  ret i32 1
}
define void @src_read() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  call void @reads(ptr %a)
  ret void
}
define void @tgt_read() {
  %a = alloca i32, align 4
  call void @reads(ptr %a)
  ret void
}
; It was kept by an earlier call.
define void @src_kept() {
  %a = alloca i32, align 4
  call void @look(ptr %a)
  store i32 1, ptr %a
  call void @ext()
  ret void
}
define void @tgt_kept() {
  %a = alloca i32, align 4
  call void @look(ptr %a)
  call void @ext()
  ret void
}
; It is not forgotten but returned.
define ptr @src_returned() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  call void @forget(ptr %p)
  store i32 2, ptr %p
  ret ptr %p
}
define ptr @tgt_returned() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  call void @forget(ptr %p)
  ret ptr %p
}
; Somebody else may change what is only read through this parameter.
define i32 @src_aliased(ptr readonly %p) {
  %v = load i32, ptr %p
  call void @ext()
  %w = load i32, ptr %p
  ret i32 %w
}
define i32 @tgt_aliased(ptr readonly %p) {
  %v = load i32, ptr %p
  call void @ext()
  ret i32 %v
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
; Within the lifetime.
define void @src_alive() {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @look(ptr %a)
  store i32 1, ptr %a
  call void @ext()
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}
define void @tgt_alive() {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @look(ptr %a)
  call void @ext()
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}
