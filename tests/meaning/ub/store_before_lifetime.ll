; RUN: tollgate run %s --fn f
; CLAUSE: llvm.lifetime.start: before it the slot is dead
target datalayout = "e"

declare void @llvm.lifetime.start.p0(i64, ptr)

define void @f() {
  %p = alloca i32
  store i32 1, ptr %p
  call void @llvm.lifetime.start.p0(i64 4, ptr %p)
  ret void
}
