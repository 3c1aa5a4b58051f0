; RUN: tollgate check %s
; RUN: tollgate check %s --reading integer-copy=bytewise
; RUN: tollgate check %s --reading integer-copy=as-integer
; A copy of bytes becomes a load and a store of one integer. If that is a copy of bytes, too, one poison byte stays one, and a pointer stays a pointer. (§11.15, §11.20)
target datalayout = "e-p:64:64"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @src(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 8 %p, i64 8, i1 false)
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  %v = load i64, ptr %p, align 8
  store i64 %v, ptr %q, align 8
  ret void
}

; The pointer is used again.
define i32 @src_pointer(ptr %p) {
  %slot = alloca ptr, align 8
  %other = alloca ptr, align 8
  store ptr %p, ptr %slot, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %other, ptr align 8 %slot, i64 8, i1 false)
  %r = load ptr, ptr %other, align 8
  %x = load i32, ptr %r, align 4
  ret i32 %x
}
define i32 @tgt_pointer(ptr %p) {
  %slot = alloca ptr, align 8
  %other = alloca ptr, align 8
  store ptr %p, ptr %slot, align 8
  %v = load i64, ptr %slot, align 8
  store i64 %v, ptr %other, align 8
  %r = load ptr, ptr %other, align 8
  %x = load i32, ptr %r, align 4
  ret i32 %x
}

; A copy that goes through a join and a choice is one.
define void @src_join(ptr %p, ptr %q, i1 %c) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 8 %p, i64 8, i1 false)
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  ret void
}
define void @tgt_join(ptr %p, ptr %q, i1 %c) {
  %v = load i64, ptr %p, align 8
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %w = phi i64 [ %v, %0 ], [ %v, %a ]
  %s = select i1 true, i64 %w, i64 0
  store i64 %s, ptr %q, align 8
  ret void
}

; Wrong under both: another integer is stored.
define void @src_wrong(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 8 %p, i64 8, i1 false)
  ret void
}
define void @tgt_wrong(ptr %p, ptr %q) {
  %v = load i64, ptr %p, align 8
  %w = or i64 %v, 1
  store i64 %w, ptr %q, align 8
  ret void
}

; One byte is always as one integer.
define void @src_byte(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  ret void
}
define void @tgt_byte(ptr %p, ptr %q) {
  %v = load i8, ptr %p, align 1
  store i8 %v, ptr %q, align 1
  ret void
}
