; RUN: tollgate check %s %s.after
; Globals that the two files say different things of: who mentions them, or a constant that leads to them, is not compared. (§6.2)
@contents = constant i32 1
@reached = constant i32 1
@leads = constant ptr @reached
@became_constant = global i32 1
@type = global i32 1
@thread = global i32 1
@alignment = global i32 1, align 8
@linkage = global i32 1
@aliased = global i32 1
@other = global i32 1
@alias = alias i32, ptr @aliased
@merged = constant i32 1
@initial = global i32 1
@external = external global i32

define i32 @reads_contents() {
  %x = load i32, ptr @contents
  ret i32 %x
}
define i32 @reads_through() {
  %p = load ptr, ptr @leads
  %x = load i32, ptr %p
  ret i32 %x
}
define void @writes_constant() {
  store i32 1, ptr @became_constant
  ret void
}
define void @writes_type() {
  store i32 1, ptr @type
  ret void
}
define void @writes_thread() {
  store i32 1, ptr @thread
  ret void
}
define void @writes_alignment() {
  store i32 1, ptr @alignment
  ret void
}
define void @writes_linkage() {
  store i32 1, ptr @linkage
  ret void
}
define void @writes_alias() {
  store i32 1, ptr @alias
  ret void
}
define i1 @compares_merged(ptr %p) {
  %x = icmp eq ptr %p, @merged
  ret i1 %x
}
define i32 @reads_initial() {
  %x = load i32, ptr @initial
  ret i32 %x
}
define i32 @reads_external() {
  %x = load i32, ptr @external
  ret i32 %x
}
define void @mentions_none(ptr %p) {
  store i32 1, ptr %p
  ret void
}
