; RUN: tollgate run %s --fn f --args &7
; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &8
; CLAUSE: Assume Operand Bundles: dereferenceable assumes that so many bytes can be read
define i32 @f(ptr %p) {
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 8) ]
  ret i32 1
}

declare void @llvm.assume(i1)
