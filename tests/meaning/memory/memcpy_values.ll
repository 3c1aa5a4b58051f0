; RUN: tollgate run %s --fn f
; CLAUSE: llvm.memcpy: copies bytes, whatever type they were stored as
target datalayout = "e"

@g = global [4 x i8] c"\01\02\03\04"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i16 @f() {
  %p = alloca i16
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @g, i64 2, i1 false)
  %r = load i16, ptr %p
  ret i16 %r
}
