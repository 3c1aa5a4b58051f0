; RUN: tollgate run %s --fn f
; CLAUSE: pointer aliasing rules: an access outside of the object the pointer is based on is undefined behaviour
target datalayout = "e"

define i64 @f() {
  %p = alloca i32
  store i32 0, ptr %p
  %r = load i64, ptr %p, align 4
  ret i64 %r
}
