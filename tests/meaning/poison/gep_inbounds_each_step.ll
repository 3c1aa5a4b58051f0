; RUN: tollgate run %s --fn f --args 5,-4
; RUN: tollgate run %s --fn f --args -1,4
; RUN: tollgate run %s --fn f --args 3,-4
; RUN: tollgate run %s --fn f --args 4,0
; CLAUSE: 'getelementptr' Instruction: with inbounds the address must stay in the object after every single index
target datalayout = "e-p:64:64"

@g = global [4 x [4 x i8]] zeroinitializer

define ptr @f(i64 %i, i64 %j) {
  %r = getelementptr inbounds [4 x [4 x i8]], ptr @g, i64 0, i64 %i, i64 %j
  ret ptr %r
}
