; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args poison
; CLAUSE: return attributes: noundef at the call site alone makes a poison result undefined behaviour
target datalayout = "e"

define i32 @id(i32 %x) {
  ret i32 %x
}

define i32 @f(i32 %x) {
  %r = call noundef i32 @id(i32 %x)
  ret i32 %r
}
