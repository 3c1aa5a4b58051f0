; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'getelementptr' Instruction: with inbounds an address below the object gives poison
target datalayout = "e-p:64:64"

@g = global [4 x i8] zeroinitializer

define ptr @f(i64 %a) {
  %r = getelementptr inbounds i8, ptr @g, i64 %a
  ret ptr %r
}
