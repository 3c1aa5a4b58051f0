; RUN: tollgate run %s --fn f
; CLAUSE: llvm.memset.inline: as memset, with a constant length
target datalayout = "e"

declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)

define i16 @f() {
  %p = alloca i16
  call void @llvm.memset.inline.p0.i64(ptr %p, i8 2, i64 2, i1 false)
  %r = load i16, ptr %p
  ret i16 %r
}
