; RUN: tollgate run %s --fn f
; CLAUSE: alloca: the slot is gone when its function returns
target datalayout = "e"

define ptr @slot() {
  %p = alloca i32
  store i32 1, ptr %p
  ret ptr %p
}

define i32 @f() {
  %p = call ptr @slot()
  %r = load i32, ptr %p
  ret i32 %r
}
