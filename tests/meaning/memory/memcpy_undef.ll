; RUN: tollgate run %s --fn f
; CLAUSE: llvm.memcpy: undef bits are copied as undef bits
target datalayout = "e"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i16 @f() {
  %p = alloca i16
  %q = alloca i16
  store i4 5, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 2, i1 false)
  %r = load i16, ptr %q
  ret i16 %r
}
