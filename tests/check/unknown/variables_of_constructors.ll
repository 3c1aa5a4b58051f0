; RUN: tollgate check %s %s.after
; What constructors write, most executions find written. A run begins with the initialisers. None is `invalid`. (§11b.1)
@direct = internal global i32 0
@deep = internal global i32 0
@behind = internal global i32 0
@leads_to = internal constant ptr @behind
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @constructor, ptr null }]

define internal void @constructor() {
  store i32 5, ptr @direct
  call void @helper()
  %p = load ptr, ptr @leads_to
  store i32 7, ptr %p
  ret void
}
define internal void @helper() noinline {
  store i32 6, ptr @deep
  ret void
}
define i32 @reads_direct() {
  %v = load i32, ptr @direct
  ret i32 %v
}
define i32 @reads_deep() {
  %v = load i32, ptr @deep
  ret i32 %v
}
define i32 @reads_behind() {
  %v = load i32, ptr @behind
  ret i32 %v
}
; It holds 5 anyway.
define void @writes_direct() {
  store i32 5, ptr @direct
  ret void
}
