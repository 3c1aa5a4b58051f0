; RUN: tollgate run %s --fn f --args 8
; CLAUSE: llvm.memcpy: source and destination may be the very same
target datalayout = "e"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @f(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 4, i1 false)
  %r = load i32, ptr %p
  ret i32 %r
}
