; RUN: tollgate check %s
; RUN: tollgate check %s --reading dead-store=no-effect
; RUN: tollgate check %s --reading dead-store=undefined
; A store to a slot outside of its lifetime. (§11.6, §11.20)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @src(i32 %x) {
  %slot = alloca i32
  ret i32 %x
}
define i32 @tgt(i32 %x) {
  %slot = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  call void @llvm.lifetime.end.p0(i64 4, ptr %slot)
  store i32 %x, ptr %slot
  ret i32 %x
}
define i32 @src_fill(i32 %x) {
  %slot = alloca i32
  ret i32 %x
}
define i32 @tgt_fill(i32 %x) {
  %slot = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  call void @llvm.lifetime.end.p0(i64 4, ptr %slot)
  call void @llvm.memset.p0.i64(ptr %slot, i8 0, i64 4, i1 false)
  ret i32 %x
}

; Wrong under both: without effect it is lost.
define i32 @src_wrong(i32 %x) {
  ret i32 %x
}
define i32 @tgt_wrong(i32 %x) {
  %slot = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  call void @llvm.lifetime.end.p0(i64 4, ptr %slot)
  store i32 %x, ptr %slot
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  %y = load i32, ptr %slot
  ret i32 %y
}
