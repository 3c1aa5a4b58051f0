; RUN: tollgate run %s --fn a
; RUN: tollgate run %s --fn b
; RUN: tollgate run %s --fn c
; CLAUSE: getelementptr: a struct's fields lie where the data layout aligns them
target datalayout = "e-i16:16-i32:32-i64:64"

@g = global { i8, i16, i64, i8 } zeroinitializer

define ptr @a() {
  %r = getelementptr { i8, i16, i64, i8 }, ptr @g, i32 0, i32 1
  ret ptr %r
}

define ptr @b() {
  %r = getelementptr { i8, i16, i64, i8 }, ptr @g, i32 0, i32 2
  ret ptr %r
}

define ptr @c() {
  %r = getelementptr { i8, i16, i64, i8 }, ptr @g, i32 0, i32 3
  ret ptr %r
}
