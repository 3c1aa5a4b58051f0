; RUN: tollgate check %s %s.after
; Modules that initialise a variable differently: a pass has evaluated the constructor. What it holds
; when a function is called is the same for both. (§1.1) None is `invalid`; what only the target
; promises keeps them from being `valid`.
@written = global i32 0
@merged = linkonce_odr global i32 0
@pointer = global ptr null
@behind = internal global i32 0
@leads = constant ptr @behind
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @constructor, ptr null }]

declare void @sees()
declare void @follows(ptr)

define internal void @constructor() {
  store i32 6, ptr @written
  store i32 6, ptr @merged
  store ptr @written, ptr @pointer
  store i32 6, ptr @behind
  ret void
}
define i32 @reads() {
  %v = load i32, ptr @written
  ret i32 %v
}
define i32 @reads_merged(i32 %x) {
  %v = load i32, ptr @merged
  %s = add i32 %v, %x
  ret i32 %s
}
define ptr @reads_pointer() {
  %v = load ptr, ptr @pointer
  ret ptr %v
}
; Nothing accesses the variable; what is called may look at it, and so may the caller.
define void @mentions(i1 %c) {
  call void @sees()
  br i1 %c, label %write, label %done
write:
  store i32 1, ptr @written
  br label %done
done:
  ret void
}
; A local variable to which others are led: the functions themselves do not use it.
define ptr @leads_callers() {
  ret ptr @leads
}
define void @leads_callees() {
  call void @follows(ptr @leads)
  ret void
}
