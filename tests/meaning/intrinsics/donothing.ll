; RUN: tollgate run %s --fn f --args 4
; CLAUSE: 'llvm.donothing' Intrinsic: does nothing
define i8 @f(i8 %x) {
  call void @llvm.donothing()
  ret i8 %x
}

declare void @llvm.donothing()
