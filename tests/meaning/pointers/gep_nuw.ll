; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args -1
; CLAUSE: getelementptr: with nuw adding a negative offset wraps and gives poison
target datalayout = "e"

@g = global [4 x i8] zeroinitializer

define ptr @f(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 2
  %r = getelementptr nuw i8, ptr %p, i64 %i
  ret ptr %r
}
