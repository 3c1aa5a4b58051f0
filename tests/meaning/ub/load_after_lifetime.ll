; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn f --choices symbolic
; CLAUSE: llvm.lifetime.end: a load behind it is a hazard for a target and poison for a source (§11.5)
target datalayout = "e"

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define i32 @f() {
  %p = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %p)
  store i32 1, ptr %p
  call void @llvm.lifetime.end.p0(i64 4, ptr %p)
  %r = load i32, ptr %p
  ret i32 %r
}
