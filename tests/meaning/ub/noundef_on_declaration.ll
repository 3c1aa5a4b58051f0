; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 2
; CLAUSE: parameter attributes: noundef of the callee's declaration counts without being repeated at the call
target datalayout = "e"

declare void @outside(i32 noundef)

define void @f(i32 %x) {
  call void @outside(i32 %x)
  ret void
}
