; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args -1
; CLAUSE: llvm.memset: every byte becomes the value
target datalayout = "e"

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @f(i8 %b) {
  %p = alloca i32
  call void @llvm.memset.p0.i64(ptr %p, i8 %b, i64 4, i1 false)
  %r = load i32, ptr %p
  ret i32 %r
}
