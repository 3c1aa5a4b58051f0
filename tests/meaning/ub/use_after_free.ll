; RUN: tollgate run %s --fn f
; CLAUSE: pointer aliasing rules: freed memory is gone
target datalayout = "e"

declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @f() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p
  call void @free(ptr %p)
  %r = load i32, ptr %p
  ret i32 %r
}
