; RUN: tollgate run %s --fn f --args undef
; CLAUSE: llvm.memset: the byte may be undef, and then the memory is
target datalayout = "e"

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i16 @f(i8 %x) {
  %p = alloca i16
  store i16 0, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 %x, i64 1, i1 false)
  %r = load i16, ptr %p
  ret i16 %r
}
