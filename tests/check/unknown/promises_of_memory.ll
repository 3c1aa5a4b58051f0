; RUN: tollgate check %s
; `memory(...)` of the function itself that only the targets have, and that they do not break, or nobody can tell: own memory, a constant, memory that never changes, what an argument
; points to. The source of src10 is undefined already. (§9.1)

@c = constant i32 5

define i32 @src6(ptr %p) {
  %a = alloca i32
  call void @keep(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt6(ptr %p) memory(none) {
  %a = alloca i32
  call void @keep(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @src7(ptr %p) {
  %v = load i32, ptr @c
  ret i32 %v
}
define i32 @tgt7(ptr %p) memory(none) {
  %v = load i32, ptr @c
  ret i32 %v
}

define i32 @src8(ptr %p) {
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 %v
}
define i32 @tgt8(ptr %p) memory(none) {
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 %v
}

define void @src9(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define void @tgt9(ptr %p) memory(argmem: readwrite) {
  store i32 1, ptr %p
  ret void
}

; The source is undefined already.
define i32 @src10(ptr %p) memory(none) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt10(ptr %p) {
  ret i32 0
}

declare void @keep(ptr nocapture) memory(argmem: readwrite) nounwind willreturn
!0 = !{}
