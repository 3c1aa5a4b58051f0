; RUN: tollgate run %s --fn f --args 9
; RUN: tollgate run %s --fn f --args 8
; CLAUSE: llvm.memcpy: reads and writes like loads and stores of its range
target datalayout = "e"

@g = global [8 x i8] zeroinitializer

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @f(i64 %n) {
  %p = alloca [16 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @g, i64 %n, i1 false)
  ret void
}
