; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: malloc: fresh memory is undef; calloc's is zero
target datalayout = "e"

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)

define i32 @f() {
  %p = call ptr @malloc(i64 4)
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @g() {
  %p = call ptr @calloc(i64 2, i64 2)
  %r = load i32, ptr %p
  ret i32 %r
}
