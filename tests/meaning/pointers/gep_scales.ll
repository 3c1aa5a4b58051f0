; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 3
; RUN: tollgate run %s --fn load --args 2
; CLAUSE: getelementptr: an index counts elements of the source type
target datalayout = "e"

@g = global [4 x i32] [i32 10, i32 11, i32 12, i32 13]

define ptr @f(i64 %i) {
  %r = getelementptr i32, ptr @g, i64 %i
  ret ptr %r
}

define i32 @load(i64 %i) {
  %p = getelementptr [4 x i32], ptr @g, i64 0, i64 %i
  %r = load i32, ptr %p
  ret i32 %r
}
