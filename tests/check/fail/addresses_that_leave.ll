; RUN: tollgate check %s %s.after
; The addresses of these functions get out of the module, which may call them with any number; and a function that
; the module reaches by its address is called with what the module passes. (§11b.1)
@handler = global ptr null
@outer = alias i32 (i32), ptr @aliased
declare void @register(ptr)

define internal i32 @registered(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @returned_to(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @exported(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @given_to(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @aliased(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @reached(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define void @registers() {
  call void @register(ptr @registered)
  ret void
}
define ptr @returns() {
  ret ptr @returned_to
}
define void @exports() {
  store ptr @exported, ptr @handler
  ret void
}
define void @gives(ptr %to) {
  %q = getelementptr i8, ptr %to, i64 8
  store ptr @given_to, ptr %q
  ret void
}
define internal i32 @apply(ptr %f, i32 %x) noinline {
  %r = call i32 %f(i32 %x)
  ret i32 %r
}
define i32 @reaches(i32 %x) {
  %r = call i32 @apply(ptr @reached, i32 %x)
  ret i32 %r
}
