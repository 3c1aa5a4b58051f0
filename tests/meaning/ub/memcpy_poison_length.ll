; RUN: tollgate run %s --fn f --args poison
; CLAUSE: llvm.memcpy: the length must be well defined
target datalayout = "e"

@g = global [8 x i8] zeroinitializer

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @f(i64 %n) {
  %p = alloca [8 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @g, i64 %n, i1 false)
  ret void
}
