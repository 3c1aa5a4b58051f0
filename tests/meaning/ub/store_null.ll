; RUN: tollgate run %s --fn f --args null
; CLAUSE: store: null in address space 0 is not dereferenceable
target datalayout = "e"

define void @f(ptr %p) {
  store i32 1, ptr %p
  ret void
}
