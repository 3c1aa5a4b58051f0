; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: data layout: pointers of another address space may be smaller
target datalayout = "e-p1:32:32"

define ptr @f() {
  %r = getelementptr ptr addrspace(1), ptr null, i64 1
  ret ptr %r
}

define ptr @g() {
  %r = getelementptr ptr, ptr null, i64 1
  ret ptr %r
}
