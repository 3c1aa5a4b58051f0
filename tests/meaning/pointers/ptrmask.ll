; RUN: tollgate run %s --fn f --args 13
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: llvm.ptrmask: clears bits of the address and stays based on the object
target datalayout = "e"

@g = global [16 x i8] zeroinitializer, align 16

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)

define ptr @f(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 %i
  %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  ret ptr %r
}
