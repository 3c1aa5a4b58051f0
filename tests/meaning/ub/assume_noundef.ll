; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: Assume Operand Bundles: noundef assumes that a value is neither poison nor undef
define i32 @f(i32 %x) {
  call void @llvm.assume(i1 true) [ "noundef"(i32 %x) ]
  ret i32 1
}

declare void @llvm.assume(i1)
