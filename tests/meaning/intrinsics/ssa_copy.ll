; RUN: tollgate run %s --fn f --args 3
; RUN: tollgate run %s --fn f --args poison
; CLAUSE: 'llvm.ssa.copy.*' Intrinsic: the result is the operand
define i8 @f(i8 %a) {
  %r = call i8 @llvm.ssa.copy.i8(i8 %a)
  ret i8 %r
}

declare i8 @llvm.ssa.copy.i8(i8 returned)
