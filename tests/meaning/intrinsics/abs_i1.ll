; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: 'llvm.abs.*' Intrinsic: the smallest i1 is -1, and stays
define i1 @f(i1 %a) {
  %r = call i1 @llvm.abs.i1(i1 %a, i1 false)
  ret i1 %r
}

declare i1 @llvm.abs.i1(i1, i1)
