; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 5
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'llvm.ctpop.*' Intrinsic: the number of set bits
define i8 @f(i8 %a) {
  %r = call i8 @llvm.ctpop.i8(i8 %a)
  ret i8 %r
}

declare i8 @llvm.ctpop.i8(i8)
