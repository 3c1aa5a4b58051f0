; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &1
; RUN: tollgate run %s --fn g --args &4
; RUN: tollgate run %s --fn g --args &8
; CLAUSE: assume operand bundles: nonnull, align and dereferenceable are assumed as well
target datalayout = "e"

declare void @llvm.assume(i1)

define void @f(ptr %p) {
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p) ]
  ret void
}

define void @g(ptr %p) {
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 8) ]
  ret void
}
