; RUN: tollgate run %s --fn f
; CLAUSE: llvm.memcpy: pointers keep what they are based on, even copied in two halves
target datalayout = "e"

@g = global i32 6

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @f() {
  %p = alloca ptr
  %q = alloca ptr
  store ptr @g, ptr %p
  %p4 = getelementptr i8, ptr %p, i64 4
  %q4 = getelementptr i8, ptr %q, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %q4, ptr %p4, i64 4, i1 false)
  %a = load ptr, ptr %q
  %r = load i32, ptr %a
  ret i32 %r
}
