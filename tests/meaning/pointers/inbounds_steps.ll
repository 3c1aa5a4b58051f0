; RUN: tollgate run %s --fn f --args 0,3
; RUN: tollgate run %s --fn f --args 2,-4
; CLAUSE: getelementptr: with inbounds every intermediate address must stay within the object
target datalayout = "e"

@g = global [4 x i8] zeroinitializer

define ptr @f(i64 %i, i64 %j) {
  %r = getelementptr inbounds [4 x i8], ptr @g, i64 %i, i64 %j
  ret ptr %r
}
