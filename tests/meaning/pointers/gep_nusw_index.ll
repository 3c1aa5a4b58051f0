; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 4611686018427387904
; CLAUSE: getelementptr: with nusw the multiplication of index and size must not wrap as signed
target datalayout = "e"

@g = global [4 x i32] zeroinitializer

define ptr @f(i64 %i) {
  %r = getelementptr nusw i32, ptr @g, i64 %i
  ret ptr %r
}
