; RUN: tollgate check %s --no-refute
; That a call may read what it is given does not permit the function that makes it to read that: its
; own attributes may forbid it. (§4.7, §4.9)
declare void @h(ptr)
declare void @writes(ptr) memory(argmem: write)
declare ptr @same(ptr)
@g = global i32 0

define void @src_writeonly(ptr writeonly %p) {
  call void @h(ptr writeonly dereferenceable(4) %p)
  ret void
}
define void @tgt_writeonly(ptr writeonly %p) {
  %v = load i32, ptr %p, align 1
  call void @h(ptr writeonly dereferenceable(4) %p)
  ret void
}

define void @src_readnone(ptr readnone %p) {
  call void @h(ptr readnone dereferenceable(4) %p)
  ret void
}
define void @tgt_readnone(ptr readnone %p) {
  %v = load i32, ptr %p, align 1
  call void @h(ptr readnone dereferenceable(4) %p)
  ret void
}

; It is to be initialised, and so not read before.
define void @src_initializes(ptr initializes((0, 4)) %p) {
  call void @h(ptr initializes((0, 4)) dereferenceable(4) %p)
  ret void
}
define void @tgt_initializes(ptr initializes((0, 4)) %p) {
  %v = load i32, ptr %p, align 1
  call void @h(ptr initializes((0, 4)) dereferenceable(4) %p)
  ret void
}

define void @src_initializes_alone(ptr initializes((0, 4)) dereferenceable(4) %p) {
  store i32 0, ptr %p, align 1
  ret void
}
define void @tgt_initializes_alone(ptr initializes((0, 4)) dereferenceable(4) %p) {
  %v = load i32, ptr %p, align 1
  store i32 0, ptr %p, align 1
  ret void
}

define void @src_memory(ptr %p) memory(argmem: write) {
  call void @writes(ptr dereferenceable(4) %p)
  ret void
}
define void @tgt_memory(ptr %p) memory(argmem: write) {
  %v = load i32, ptr %p, align 1
  call void @writes(ptr dereferenceable(4) %p)
  ret void
}

define void @src_memory_none(ptr %p) memory(none) {
  call void @h(ptr dereferenceable(4) %p) memory(none)
  ret void
}
define void @tgt_memory_none(ptr %p) memory(none) {
  %v = load i32, ptr %p, align 1
  call void @h(ptr dereferenceable(4) %p) memory(none)
  ret void
}

; What a call returns may be based on the parameter.
define void @src_result(ptr writeonly %p) {
  %r = call dereferenceable(4) ptr @same(ptr returned %p)
  ret void
}
define void @tgt_result(ptr writeonly %p) {
  %r = call dereferenceable(4) ptr @same(ptr returned %p)
  %v = load i32, ptr %r, align 1
  ret void
}

; What is chosen may be.
define void @src_chosen(ptr writeonly %p, ptr %q, i1 noundef %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %r = phi ptr [ %q, %entry ], [ %p, %a ]
  call void @h(ptr dereferenceable(4) %r)
  ret void
}
define void @tgt_chosen(ptr writeonly %p, ptr %q, i1 noundef %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %r = phi ptr [ %q, %entry ], [ %p, %a ]
  %v = load i32, ptr %r, align 1
  call void @h(ptr dereferenceable(4) %r)
  ret void
}
