; RUN: tollgate check %s
; What a call may read the function may read, unless its own attributes forbid it: the twin of
; unknown/calls_that_may_read_more.ll. (§4.7, §4.9)
declare void @h(ptr)
declare void @reads(ptr) memory(read)
declare ptr @same(ptr)
@g = global i32 0

define void @src_plain(ptr %p) {
  call void @h(ptr writeonly dereferenceable(4) %p)
  ret void
}
define void @tgt_plain(ptr %p) {
  %v = load i32, ptr %p, align 1
  call void @h(ptr writeonly dereferenceable(4) %p)
  ret void
}

define void @src_readonly(ptr readonly %p) {
  call void @h(ptr dereferenceable(4) %p)
  ret void
}
define void @tgt_readonly(ptr readonly %p) {
  %v = load i32, ptr %p, align 1
  call void @h(ptr dereferenceable(4) %p)
  ret void
}

; Another parameter is not to be read.
define void @src_other(ptr writeonly %p, ptr %q) {
  call void @h(ptr dereferenceable(4) %q)
  ret void
}
define void @tgt_other(ptr writeonly %p, ptr %q) {
  %v = load i32, ptr %q, align 1
  call void @h(ptr dereferenceable(4) %q)
  ret void
}

define void @src_memory(ptr dereferenceable(4) %p, ptr %q) memory(read) {
  call void @reads(ptr dereferenceable(4) %q)
  ret void
}
define void @tgt_memory(ptr dereferenceable(4) %p, ptr %q) memory(read) {
  %u = load i32, ptr %p, align 1
  %v = load i32, ptr %q, align 1
  call void @reads(ptr dereferenceable(4) %q)
  ret void
}

define void @src_result(ptr readonly %p) {
  %r = call dereferenceable(4) ptr @same(ptr returned %p)
  ret void
}
define void @tgt_result(ptr readonly %p) {
  %r = call dereferenceable(4) ptr @same(ptr returned %p)
  %v = load i32, ptr %r, align 1
  ret void
}

define void @src_global(ptr writeonly %p) {
  store i32 1, ptr %p, align 4
  ret void
}
define void @tgt_global(ptr writeonly %p) {
  %v = load i32, ptr @g, align 4
  store i32 1, ptr %p, align 4
  ret void
}
