; RUN: tollgate run %s --fn f --args -5
; RUN: tollgate run %s --fn f --args 5
; RUN: tollgate run %s --fn f --args -128
; CLAUSE: 'llvm.abs.*' Intrinsic: without the flag the smallest number stays as it is
define i8 @f(i8 %a) {
  %r = call i8 @llvm.abs.i8(i8 %a, i1 false)
  ret i8 %r
}

declare i8 @llvm.abs.i8(i8, i1)
