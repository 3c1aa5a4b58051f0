; RUN: tollgate run %s --fn f --args 100,-98
; RUN: tollgate run %s --fn f --args -1,1
; CLAUSE: 'getelementptr' Instruction: without flags an address may leave its object and come back
target datalayout = "e-p:64:64"

@g = global [4 x i8] zeroinitializer


define ptr @f(i64 %i, i64 %j) {
  %p = getelementptr i8, ptr @g, i64 %i
  %r = getelementptr i8, ptr %p, i64 %j
  ret ptr %r
}
