; RUN: tollgate run %s --fn f --args 13,-8
; RUN: tollgate run %s --fn f --args 13,-1
; RUN: tollgate run %s --fn f --args 31,-32
; RUN: tollgate run %s --fn f --args 1,poison
; CLAUSE: 'llvm.ptrmask.*' Intrinsic: clears bits of the address and stays within the object
target datalayout = "e-p:64:64"

@g = global [32 x i8] zeroinitializer, align 32

define ptr @f(i64 %i, i64 %mask) {
  %p = getelementptr i8, ptr @g, i64 %i
  %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 %mask)
  ret ptr %r
}

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
