; RUN: tollgate run %s --fn f --args null
; CLAUSE: load: null in address space 0 is not dereferenceable
target datalayout = "e"

define i32 @f(ptr %p) {
  %r = load i32, ptr %p
  ret i32 %r
}
