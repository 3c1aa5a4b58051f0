; RUN: tollgate run %s --fn f --args &1,null
; RUN: tollgate run %s --fn f --args null,&1
; RUN: tollgate run %s --fn f --args &1,&1
; CLAUSE: Assume Operand Bundles: every bundle of a call is assumed
define i32 @f(ptr %p, ptr %q) {
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p), "nonnull"(ptr %q) ]
  ret i32 1
}

declare void @llvm.assume(i1)
