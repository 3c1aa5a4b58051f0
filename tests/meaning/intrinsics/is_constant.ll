; RUN: tollgate run %s --fn f
; CLAUSE: 'llvm.is.constant.*' Intrinsic: of a constant it is true
define i1 @f() {
  %r = call i1 @llvm.is.constant.i32(i32 5)
  ret i1 %r
}

declare i1 @llvm.is.constant.i32(i32)
