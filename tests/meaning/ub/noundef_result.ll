; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: return attributes: noundef makes returning poison undefined behaviour
target datalayout = "e"

define noundef i32 @f(i32 %x) {
  ret i32 %x
}
