; RUN: tollgate run %s --fn f --args 4
; RUN: tollgate run %s --fn f --args 5
; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: getelementptr: with inbounds a result outside of the object and not one past its end is poison
target datalayout = "e"

@g = global [4 x i8] zeroinitializer

define ptr @f(i64 %i) {
  %r = getelementptr inbounds i8, ptr @g, i64 %i
  ret ptr %r
}
