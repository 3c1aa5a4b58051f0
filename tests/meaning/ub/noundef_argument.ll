; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: parameter attributes: noundef makes passing poison or undef undefined behaviour
target datalayout = "e"

define void @callee(i32 %x, i32 noundef %y) {
  ret void
}

define void @f(i32 %x) {
  call void @callee(i32 %x, i32 noundef %x)
  ret void
}
