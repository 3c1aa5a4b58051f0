; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: Parameter Attributes: passing poison or undef for a noundef parameter is undefined behaviour
define void @callee(i32 %x, i32 noundef %y) {
  ret void
}

define void @f(i32 %x) {
  call void @callee(i32 %x, i32 noundef %x)
  ret void
}
