; RUN: tollgate run %s --fn f
; CLAUSE: getelementptr: the first index steps over whole structs, padding behind included
target datalayout = "e-i64:64"

@g = global [2 x { i64, i8 }] zeroinitializer

define ptr @f() {
  %r = getelementptr { i64, i8 }, ptr @g, i64 1
  ret ptr %r
}
