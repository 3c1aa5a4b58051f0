; RUN: tollgate run %s --fn f
; CLAUSE: llvm.lifetime.end: a store behind it is undefined behaviour
target datalayout = "e"

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define void @f() {
  %p = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %p)
  store i32 1, ptr %p
  call void @llvm.lifetime.end.p0(i64 4, ptr %p)
  store i32 2, ptr %p
  ret void
}
