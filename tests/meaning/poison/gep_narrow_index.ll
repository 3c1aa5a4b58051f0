; RUN: tollgate run %s --fn f --args -2
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: 'getelementptr' Instruction: an index that is narrower than an address is extended by its sign
target datalayout = "e-p:64:64"

@g = global [4 x i8] zeroinitializer

define ptr @f(i2 %i) {
  %p = getelementptr inbounds i8, ptr @g, i64 2
  %r = getelementptr inbounds i8, ptr %p, i2 %i
  ret ptr %r
}
