; RUN: tollgate run %s --fn f --args 2
; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 4
; CLAUSE: llvm.memcpy: the ranges must be equal or not overlap
target datalayout = "e"

@g = global [8 x i8] zeroinitializer

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @f(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr @g, ptr %p, i64 4, i1 false)
  ret void
}
