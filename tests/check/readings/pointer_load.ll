; RUN: tollgate check %s
; RUN: tollgate check %s --reading pointer-load=poison
; RUN: tollgate check %s --reading pointer-load=no-provenance
; A pointer that is read from the bytes of an integer. (§11.3, §11.20)
target datalayout = "e-p:64:64"

define i1 @src(i64 %x) {
  ret i1 true
}
define i1 @tgt(i64 %x) {
  %f = freeze i64 %x
  %slot = alloca i64, align 8
  store i64 %f, ptr %slot, align 8
  %r = load ptr, ptr %slot, align 8
  %s = load ptr, ptr %slot, align 8
  %e = icmp eq ptr %r, %s
  ret i1 %e
}

; The other way round: poison may become anything.
define ptr @src_back(i64 %x) {
  %y = or i64 %x, 1
  %slot = alloca i64, align 8
  store i64 %y, ptr %slot, align 8
  %r = load ptr, ptr %slot, align 8
  ret ptr %r
}
define ptr @tgt_back(i64 %x) {
  ret ptr null
}

; Zeros are null, under both.
define ptr @src_null(ptr %p) {
  store i64 0, ptr %p, align 8
  %r = load ptr, ptr %p, align 8
  ret ptr %r
}
define ptr @tgt_null(ptr %p) {
  store i64 0, ptr %p, align 8
  ret ptr poison
}

; A pointer without an object is a pointer: its bytes are its own.
define ptr @src_whole(i64 %x, ptr %p) {
  %q = inttoptr i64 %x to ptr
  store ptr %q, ptr %p, align 8
  %r = load ptr, ptr %p, align 8
  ret ptr %r
}
define ptr @tgt_whole(i64 %x, ptr %p) {
  %q = inttoptr i64 %x to ptr
  store ptr %q, ptr %p, align 8
  ret ptr poison
}

; Bytes of which some bits are undef: a pointer cannot be undef in part, and nothing is concluded from that.
define i64 @src_number(ptr %p) {
  %x = load i64, ptr %p, align 8
  ret i64 %x
}
define i64 @tgt_number(ptr %p) {
  %q = load ptr, ptr %p, align 8
  %x = ptrtoint ptr %q to i64
  ret i64 %x
}

; What InstCombine makes of a copy: by one reading the address is poison; by the other it is exposed, on which no run is built.
define i32 @src_copied(ptr %p) {
  %slot = alloca ptr, align 8
  store ptr %p, ptr %slot, align 8
  %q = load ptr, ptr %slot, align 8
  %r = load i32, ptr %q, align 4
  ret i32 %r
}
define i32 @tgt_copied(ptr %p) {
  %slot = alloca ptr, align 8
  %i = ptrtoint ptr %p to i64
  store i64 %i, ptr %slot, align 8
  %q = load ptr, ptr %slot, align 8
  %r = load i32, ptr %q, align 4
  ret i32 %r
}
