; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 2
; CLAUSE: getelementptr: a poison index gives a poison pointer
target datalayout = "e"

@g = global [4 x i8] zeroinitializer

define ptr @f(i64 %i) {
  %r = getelementptr i8, ptr @g, i64 %i
  ret ptr %r
}
