; RUN: tollgate run %s --fn f --args -1,0,4
; RUN: tollgate run %s --fn f --args 0,-1,4
; RUN: tollgate run %s --fn f --args 5,9,0
; CLAUSE: 'llvm.fshl.*' Intrinsic: the high half of both operands shifted left; zero gives the first
define i8 @f(i8 %a, i8 %b, i8 %c) {
  %r = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 %c)
  ret i8 %r
}

declare i8 @llvm.fshl.i8(i8, i8, i8)
