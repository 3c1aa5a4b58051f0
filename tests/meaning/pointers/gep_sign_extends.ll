; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 255
; RUN: tollgate run %s --fn f --args 2
; CLAUSE: getelementptr: narrow indices are sign-extended
target datalayout = "e"

@g = global [8 x i8] zeroinitializer

define ptr @f(i8 %i) {
  %p = getelementptr i8, ptr @g, i64 4
  %r = getelementptr i8, ptr %p, i8 %i
  ret ptr %r
}
