; RUN: tollgate run %s --fn f --args 4
; RUN: tollgate run %s --fn f --args 8
; CLAUSE: Parameter Attributes: without noundef an argument that is not as aligned as promised becomes poison
target datalayout = "e-p:64:64"

@g = global [16 x i8] zeroinitializer, align 16

define ptr @callee(ptr align 8 %p) {
  ret ptr %p
}

define ptr @f(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 %i
  %r = call ptr @callee(ptr %p)
  ret ptr %r
}
