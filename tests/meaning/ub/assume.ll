; RUN: tollgate run %s --fn f --args false
; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args true
; CLAUSE: 'llvm.assume' Intrinsic: a condition that is false, poison or undef is undefined behaviour
define i32 @f(i1 %c) {
  call void @llvm.assume(i1 %c)
  ret i32 1
}

declare void @llvm.assume(i1)
