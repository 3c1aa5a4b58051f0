; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; RUN: tollgate run %s --fn h
; CLAUSE: free: only what an allocation function gave can be freed, and only as a whole; null is nothing
target datalayout = "e"

declare ptr @malloc(i64)
declare void @free(ptr)

define void @f() {
  %p = alloca i32
  call void @free(ptr %p)
  ret void
}

define void @g() {
  %p = call ptr @malloc(i64 4)
  %q = getelementptr i8, ptr %p, i64 1
  call void @free(ptr %q)
  ret void
}

define void @h() {
  call void @free(ptr null)
  ret void
}
