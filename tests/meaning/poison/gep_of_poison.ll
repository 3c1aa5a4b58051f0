; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 2
; RUN: tollgate run %s --fn empty --args poison
; RUN: tollgate run %s --fn empty --args 7
; RUN: tollgate run %s --fn base --args poison
; CLAUSE: 'getelementptr' Instruction: a poison index, even one that is multiplied by size zero, or a poison base gives a poison address
target datalayout = "e-p:64:64"

@g = global [4 x i8] zeroinitializer

define ptr @f(i64 %i) {
  %r = getelementptr i8, ptr @g, i64 %i
  ret ptr %r
}

define ptr @empty(i64 %i) {
  %r = getelementptr {}, ptr @g, i64 %i
  ret ptr %r
}

define ptr @base(ptr %p) {
  %r = getelementptr i8, ptr %p, i64 1
  ret ptr %r
}
