; RUN: tollgate check %s --no-refute
; Whether an access keeps what `!invariant.group`, or `initializes` of a parameter, promises depends
; on the other accesses of the run. Both functions have the word, and only the target breaks it.
; (§4.9, §11.20)

; The group has two values.
define i32 @src_group_loaded(ptr %p) {
  store i32 5, ptr %p
  %a = load i32, ptr %p, !invariant.group !0
  %b = load i32, ptr %p, !invariant.group !0
  ret i32 %b
}
define i32 @tgt_group_loaded(ptr %p) {
  %a = load i32, ptr %p, !invariant.group !0
  store i32 5, ptr %p
  %b = load i32, ptr %p, !invariant.group !0
  ret i32 %b
}

define i32 @src_group_stored(ptr %p) {
  store i32 5, ptr %p, !invariant.group !0
  %b = load i32, ptr %p, !invariant.group !0
  ret i32 %b
}
define i32 @tgt_group_stored(ptr %p) {
  store i32 7, ptr %p, !invariant.group !0
  store i32 5, ptr %p, !invariant.group !0
  %b = load i32, ptr %p, !invariant.group !0
  ret i32 %b
}

; The memory is read before it is written.
define void @src_read(ptr initializes((0, 4)) %p, ptr %q) {
  store i32 5, ptr %p
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  ret void
}
define void @tgt_read(ptr initializes((0, 4)) %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 5, ptr %p
  store i32 5, ptr %q
  ret void
}

; In part.
define i32 @src_part(ptr initializes((0, 4), (8, 12)) %p) {
  %p8 = getelementptr i8, ptr %p, i64 8
  store i32 5, ptr %p8
  %p6 = getelementptr i8, ptr %p, i64 6
  %v = load i32, ptr %p6, align 2
  ret i32 0
}
define i32 @tgt_part(ptr initializes((0, 4), (8, 12)) %p) {
  %p6 = getelementptr i8, ptr %p, i64 6
  %v = load i32, ptr %p6, align 2
  %p8 = getelementptr i8, ptr %p, i64 8
  store i32 5, ptr %p8
  ret i32 0
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; By a copy.
define void @src_copy(ptr noalias initializes((0, 4)) %p, ptr noalias %q) {
  store i32 5, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  store i32 6, ptr %q
  ret void
}
define void @tgt_copy(ptr noalias initializes((0, 4)) %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  store i32 5, ptr %p
  store i32 6, ptr %q
  ret void
}

; Through a pointer that may be based on the parameter.
define i32 @src_chosen(ptr initializes((0, 4)) %p, ptr %q, i1 noundef %c) {
  store i32 5, ptr %p
  %r = select i1 %c, ptr %p, ptr %q
  %v = load i32, ptr %r
  ret i32 0
}
define i32 @tgt_chosen(ptr initializes((0, 4)) %p, ptr %q, i1 noundef %c) {
  %r = select i1 %c, ptr %p, ptr %q
  %v = load i32, ptr %r
  store i32 5, ptr %p
  ret i32 0
}

!0 = !{}
