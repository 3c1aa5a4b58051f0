; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: 'llvm.ctpop.*' Intrinsic: of one bit it is that bit
define i1 @f(i1 %a) {
  %r = call i1 @llvm.ctpop.i1(i1 %a)
  ret i1 %r
}

declare i1 @llvm.ctpop.i1(i1)
