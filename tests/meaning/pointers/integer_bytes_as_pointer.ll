; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: load: integer bytes read as a pointer give the address without an object, unless one there is exposed
target datalayout = "e"

define ptr @f() {
  %p = alloca i64
  store i64 16, ptr %p
  %r = load ptr, ptr %p
  ret ptr %r
}

define ptr @g() {
  %p = alloca i64
  store i64 0, ptr %p
  %r = load ptr, ptr %p
  ret ptr %r
}
