; RUN: tollgate run %s --fn f
; CLAUSE: realloc: the contents move along, what is new is undef
target datalayout = "e"

declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)

define i32 @f() {
  %p = call ptr @malloc(i64 2)
  store i16 7, ptr %p
  %q = call ptr @realloc(ptr %p, i64 4)
  %r = load i32, ptr %q
  ret i32 %r
}
