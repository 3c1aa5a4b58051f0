; RUN: tollgate run %s --fn f --args false
; RUN: tollgate run %s --fn f --args true
; CLAUSE: 'llvm.ctlz.*' Intrinsic: the count of a zero i1 is 1, which is true
define i1 @f(i1 %a) {
  %r = call i1 @llvm.ctlz.i1(i1 %a, i1 false)
  ret i1 %r
}

declare i1 @llvm.ctlz.i1(i1, i1)
