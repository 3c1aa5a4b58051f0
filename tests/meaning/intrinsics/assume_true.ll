; RUN: tollgate run %s --fn f --args 9
; RUN: tollgate run %s --fn f --args 10
; CLAUSE: llvm.assume: a true condition does nothing
target datalayout = "e"

declare void @llvm.assume(i1)

define i32 @f(i32 %x) {
  %c = icmp ult i32 %x, 10
  call void @llvm.assume(i1 %c)
  ret i32 %x
}
