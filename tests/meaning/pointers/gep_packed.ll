; RUN: tollgate run %s --fn f
; CLAUSE: getelementptr: a packed struct has no padding
target datalayout = "e"

@g = global <{ i8, i32 }> zeroinitializer

define ptr @f() {
  %r = getelementptr <{ i8, i32 }>, ptr @g, i32 0, i32 1
  ret ptr %r
}
