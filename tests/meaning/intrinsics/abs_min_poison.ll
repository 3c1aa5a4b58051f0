; RUN: tollgate run %s --fn f --args -5
; RUN: tollgate run %s --fn f --args -128
; CLAUSE: 'llvm.abs.*' Intrinsic: with the flag the smallest number gives poison
define i8 @f(i8 %a) {
  %r = call i8 @llvm.abs.i8(i8 %a, i1 true)
  ret i8 %r
}

declare i8 @llvm.abs.i8(i8, i1)
