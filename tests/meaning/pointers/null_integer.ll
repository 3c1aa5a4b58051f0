; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: inttoptr: zero is null
target datalayout = "e"

define ptr @f() {
  %r = inttoptr i64 0 to ptr
  ret ptr %r
}

define i64 @g() {
  %r = ptrtoint ptr null to i64
  ret i64 %r
}
