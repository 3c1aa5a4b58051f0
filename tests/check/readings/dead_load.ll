; RUN: tollgate check %s
; RUN: tollgate check %s --reading dead-load=poison
; RUN: tollgate check %s --reading dead-load=undefined
; A load from a slot outside of its lifetime whose result nobody needs. (§11.5, §11.20)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @src(i1 %c) {
  %slot = alloca i32
  ret i32 0
}
define i32 @tgt(i1 %c) {
  %slot = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  call void @llvm.lifetime.end.p0(i64 4, ptr %slot)
  %x = load i32, ptr %slot
  ret i32 0
}

; A copy of bytes reads, too.
define void @src_copy(ptr %p) {
  store i32 poison, ptr %p
  ret void
}
define void @tgt_copy(ptr %p) {
  %slot = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  call void @llvm.lifetime.end.p0(i64 4, ptr %slot)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %slot, i64 4, i1 false)
  ret void
}

; Wrong under both: what was read is used.
define i32 @src_wrong(i1 %c) {
  %slot = alloca i32
  ret i32 0
}
define i32 @tgt_wrong(i1 %c) {
  %slot = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  call void @llvm.lifetime.end.p0(i64 4, ptr %slot)
  %x = load i32, ptr %slot
  ret i32 %x
}
