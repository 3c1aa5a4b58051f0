; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: inttoptr: an address without an object can be held and compared
target datalayout = "e"

define ptr @f() {
  %r = inttoptr i64 16 to ptr
  ret ptr %r
}

define i64 @g() {
  %p = inttoptr i64 16 to ptr
  %q = getelementptr i8, ptr %p, i64 4
  %r = ptrtoint ptr %q to i64
  ret i64 %r
}
