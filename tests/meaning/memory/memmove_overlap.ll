; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: llvm.memmove: overlapping ranges are copied as if through a third place
target datalayout = "e"

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @f() {
  %p = alloca i32
  store i32 67305985, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 3, i1 false)
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @g() {
  %p = alloca i32
  store i32 67305985, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 3, i1 false)
  %r = load i32, ptr %p
  ret i32 %r
}
