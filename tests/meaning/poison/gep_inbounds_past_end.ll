; RUN: tollgate run %s --fn f --args 4
; RUN: tollgate run %s --fn f --args 5
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: 'getelementptr' Instruction: with inbounds an address beyond one past the end of the object gives poison
target datalayout = "e-p:64:64"

@g = global [4 x i8] zeroinitializer

define ptr @f(i64 %a) {
  %r = getelementptr inbounds i8, ptr @g, i64 %a
  ret ptr %r
}
