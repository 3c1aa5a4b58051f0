; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: llvm.memcpy: poison bytes are copied as poison
target datalayout = "e"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i8 @f(i64 %i) {
  %p = alloca [2 x i8]
  %q = alloca [2 x i8]
  store i8 poison, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 1
  store i8 9, ptr %p1
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 2, i1 false)
  %a = getelementptr i8, ptr %q, i64 %i
  %r = load i8, ptr %a
  ret i8 %r
}
