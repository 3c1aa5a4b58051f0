; RUN: tollgate check %s
; What is promised of the arguments of calls holds in the runs: no pair is wrong, so that none is `invalid`. What is passed by value is a copy; what is not captured is not returned; through what is not read nobody looks,
; and what a parameter of the function itself promises is not broken by those it calls. Of two equal calls for a new object nobody knows whether they give one. (§11b.2)
declare void @by_value(ptr byval(i32) align 4)
declare ptr @of_value(ptr byval(i32) align 4)
declare ptr @not_captured(ptr nocapture readonly)
declare void @only_writes(ptr nocapture writeonly)
declare i64 @only_address(ptr nocapture readnone)
declare void @look(ptr)
declare void @forget(ptr nocapture) nounwind
declare noalias ptr @new() memory(none) willreturn nounwind
declare noalias ptr @malloc(i64)

define i32 @src_by_value() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  call void @by_value(ptr byval(i32) align 4 %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt_by_value() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  call void @by_value(ptr byval(i32) align 4 %a)
  ret i32 1
}
define i32 @src_of_value() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  %q = call ptr @of_value(ptr byval(i32) align 4 %a)
  store i32 5, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt_of_value() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  %q = call ptr @of_value(ptr byval(i32) align 4 %a)
  store i32 5, ptr %q
  ret i32 1
}
define i1 @src_not_captured() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  %q = call ptr @not_captured(ptr %a)
  store i32 5, ptr %q
  %v = load i32, ptr %a
  %c = icmp eq i32 %v, 1
  ret i1 %c
}
define i1 @tgt_not_captured() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  %q = call ptr @not_captured(ptr %a)
  store i32 5, ptr %q
  ret i1 true
}
define void @src_only_writes() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  call void @only_writes(ptr %a)
  ret void
}
define void @tgt_only_writes() {
  %a = alloca i32, align 4
  call void @only_writes(ptr %a)
  ret void
}
; Said where it is called.
define void @src_said_there() {
  %a = alloca i32, align 4
  store i32 1, ptr %a
  call void @look(ptr nocapture readnone %a)
  ret void
}
define void @tgt_said_there() {
  %a = alloca i32, align 4
  call void @look(ptr nocapture readnone %a)
  ret void
}
define i32 @src_own_parameter(ptr noalias readonly %p) {
  %v = load i32, ptr %p
  call void @look(ptr %p)
  %w = load i32, ptr %p
  ret i32 %w
}
define i32 @tgt_own_parameter(ptr noalias readonly %p) {
  %v = load i32, ptr %p
  call void @look(ptr %p)
  ret i32 %v
}
define void @src_own_unread(ptr noalias writeonly %p) {
  store i32 1, ptr %p
  call void @forget(ptr %p)
  store i32 2, ptr %p
  ret void
}
define void @tgt_own_unread(ptr noalias writeonly %p) {
  call void @forget(ptr %p)
  store i32 2, ptr %p
  ret void
}
; Nobody has the pointer any more.
define void @src_forgotten() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  call void @forget(ptr %p)
  store i32 2, ptr %p
  ret void
}
define void @tgt_forgotten() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  call void @forget(ptr %p)
  ret void
}
define i1 @src_new() {
  %r = call ptr @new()
  %s = call ptr @new()
  %c = icmp eq ptr %r, %s
  ret i1 %c
}
define i1 @tgt_new() {
  ret i1 true
}
