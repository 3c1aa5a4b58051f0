; RUN: tollgate check %s
; The twin of unknown/accesses_that_promise_of_others.ll: the target accesses no other values of a
; group, and reads nothing earlier that is to be initialised. (§4.9, §11.20)

define i32 @src_group_once(ptr %p) {
  %a = load i32, ptr %p, !invariant.group !0
  %b = load i32, ptr %p, !invariant.group !0
  %c = add i32 %a, %b
  ret i32 %c
}
define i32 @tgt_group_once(ptr %p) {
  %a = load i32, ptr %p, !invariant.group !0
  %c = add i32 %a, %a
  ret i32 %c
}

define void @src_group_stored(ptr %p) {
  store i32 5, ptr %p, !invariant.group !0
  ret void
}
define void @tgt_group_stored(ptr %p) {
  store i32 5, ptr %p, !invariant.group !0
  store i32 5, ptr %p, !invariant.group !0
  ret void
}

declare void @use(i32)

; Without the word nothing is promised.
define i32 @src_group_dropped(ptr %p, i32 %x) {
  %f = add nsw i32 %x, 1
  store i32 %f, ptr %p, !invariant.group !0
  call void @use(i32 1)
  %b = load i32, ptr %p, !invariant.group !0
  ret i32 %b
}
define i32 @tgt_group_dropped(ptr %p, i32 %x) {
  %f = add i32 %x, 1
  store i32 %f, ptr %p
  call void @use(i32 1)
  %b = load i32, ptr %p
  ret i32 %b
}

define i32 @src_read(ptr initializes((0, 4)) %p, i32 %x) {
  store i32 %x, ptr %p
  call void @use(i32 1)
  %v = load i32, ptr %p
  %w = load i32, ptr %p
  %sum = add i32 %v, %w
  ret i32 %sum
}
define i32 @tgt_read(ptr initializes((0, 4)) %p, i32 %x) {
  store i32 %x, ptr %p
  call void @use(i32 1)
  %v = load i32, ptr %p
  %sum = add i32 %v, %v
  ret i32 %sum
}

; Other bytes than those that are initialised.
define void @src_other_bytes(ptr initializes((0, 4), (8, 12)) %p) {
  store i32 5, ptr %p
  %p8 = getelementptr i8, ptr %p, i64 8
  store i32 5, ptr %p8
  %p4 = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %p4
  ret void
}
define void @tgt_other_bytes(ptr initializes((0, 4), (8, 12)) %p) {
  %p4 = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %p4
  %p8 = getelementptr i8, ptr %p, i64 8
  store i32 5, ptr %p
  store i32 5, ptr %p8
  ret void
}

; Another parameter, and memory of the module.
@g = global i32 0
define void @src_others(ptr noalias initializes((0, 4)) %p, ptr %q) {
  store i32 5, ptr %p
  %v = load i32, ptr %q
  %w = load i32, ptr @g
  ret void
}
define void @tgt_others(ptr noalias initializes((0, 4)) %p, ptr %q) {
  %v = load i32, ptr %q
  %w = load i32, ptr @g
  store i32 5, ptr %p
  ret void
}

!0 = !{}
