; RUN: tollgate check %s
; RUN: tollgate check %s --reading padding=undef
; RUN: tollgate check %s --reading padding=poison
; A load and a store of a struct do not copy its padding; a copy of bytes does. Where a byte of it is poison, that is a refinement only if
; stored padding is poison, too. (§11.14, §11.20)
target datalayout = "e-p:64:64"
%pair = type { i8, i32 }
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

define void @src(ptr %p, ptr %q) {
  %v = load %pair, ptr %p
  store %pair %v, ptr %q
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 8, i1 false)
  ret void
}

; Poison of the whole is not poison of the padding, if that is undef.
define void @src_whole(ptr %q) {
  store %pair undef, ptr %q
  store i8 0, ptr %q
  %f = getelementptr i8, ptr %q, i64 4
  store i32 0, ptr %f
  ret void
}
define void @tgt_whole(ptr %q) {
  store %pair poison, ptr %q
  store i8 0, ptr %q
  %f = getelementptr i8, ptr %q, i64 4
  store i32 0, ptr %f
  ret void
}

; Wrong however padding is read: what is no padding is lost.
define void @src_wrong(ptr %p, ptr %q) {
  %v = load %pair, ptr %p
  store %pair %v, ptr %q
  ret void
}
define void @tgt_wrong(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 7, i1 false)
  ret void
}

; No padding, nothing to dispute.
define void @src_none(ptr %p, ptr %q) {
  %v = load { i32, i32 }, ptr %p
  store { i32, i32 } %v, ptr %q
  ret void
}
define void @tgt_none(ptr %p, ptr %q) {
  %v = load { i32, i32 }, ptr %p
  %a = extractvalue { i32, i32 } %v, 0
  %b = extractvalue { i32, i32 } %v, 1
  store i32 %a, ptr %q
  %f = getelementptr i8, ptr %q, i64 4
  store i32 %b, ptr %f
  ret void
}
