; RUN: tollgate run %s --fn f
; CLAUSE: getelementptr: null with a zero offset is in bounds
target datalayout = "e"

define ptr @f() {
  %r = getelementptr inbounds i8, ptr null, i64 0
  ret ptr %r
}
