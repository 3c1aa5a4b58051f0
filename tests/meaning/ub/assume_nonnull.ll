; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &1
; CLAUSE: Assume Operand Bundles: nonnull assumes that a pointer is not null
define i32 @f(ptr %p) {
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p) ]
  ret i32 1
}

declare void @llvm.assume(i1)
