; RUN: tollgate run %s --fn f
; CLAUSE: llvm.stackrestore: slots that were made since are gone
target datalayout = "e"

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define i32 @f() {
  %s = call ptr @llvm.stacksave.p0()
  %p = alloca i32
  store i32 1, ptr %p
  call void @llvm.stackrestore.p0(ptr %s)
  %r = load i32, ptr %p
  ret i32 %r
}
