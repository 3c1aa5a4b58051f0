; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; CLAUSE: load: through a poison address it is undefined behaviour
target datalayout = "e"

define i32 @f(ptr %p) {
  %r = load i32, ptr %p
  ret i32 %r
}
