; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: Parameter Attributes: noundef of the callee counts without being repeated at the call
define void @callee(i32 noundef %x) {
  ret void
}

define void @f(i32 %x) {
  call void @callee(i32 %x)
  ret void
}
