; RUN: tollgate run %s --fn f
; CLAUSE: icmp: the address of a freed object can still be compared with null
target datalayout = "e"

declare ptr @malloc(i64)
declare void @free(ptr)

define i1 @f() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  %r = icmp eq ptr %p, null
  ret i1 %r
}
