; RUN: tollgate run %s --fn f --args 6,-4
; RUN: tollgate run %s --fn f --args 4,-4
; CLAUSE: 'getelementptr' Instruction: with inbounds the base address itself must be in bounds, also for the way back
target datalayout = "e-p:64:64"

@g = global [4 x i8] zeroinitializer


define ptr @f(i64 %i, i64 %j) {
  %p = getelementptr i8, ptr @g, i64 %i
  %r = getelementptr inbounds i8, ptr %p, i64 %j
  ret ptr %r
}
