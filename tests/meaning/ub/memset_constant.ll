; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: llvm.memset: writes, so not to a constant; of length zero it does nothing
target datalayout = "e"

@c = constant [4 x i8] zeroinitializer

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @f(i64 %n) {
  call void @llvm.memset.p0.i64(ptr @c, i8 0, i64 %n, i1 false)
  ret void
}
