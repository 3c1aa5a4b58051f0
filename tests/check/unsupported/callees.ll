; RUN: tollgate check %s %s.after
; Callees of which the two files say different things that change how they are called. (§11a.1)
declare void @signature(i32)
declare void @convention()
declare void @passed(i32)
declare void @weak()
declare void @twice()
declare void @called_merged()
declare void @compared_merged()

define void @calls_signature() {
  call void @signature(i32 1)
  ret void
}
define void @calls_convention() {
  call void @convention()
  ret void
}
define void @calls_passed() {
  call void @passed(i32 1)
  ret void
}
define void @calls_weak() {
  call void @weak()
  ret void
}
define void @calls_twice() {
  call void @twice()
  ret void
}
define void @calls_merged() {
  call void @called_merged()
  ret void
}
define i1 @compares_merged(ptr %p) {
  %x = icmp eq ptr %p, @compared_merged
  ret i1 %x
}
