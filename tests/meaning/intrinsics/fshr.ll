; RUN: tollgate run %s --fn f --args -1,0,4
; RUN: tollgate run %s --fn f --args 0,-1,4
; RUN: tollgate run %s --fn f --args 5,9,0
; CLAUSE: 'llvm.fshr.*' Intrinsic: the low half of both operands shifted right; zero gives the second
define i8 @f(i8 %a, i8 %b, i8 %c) {
  %r = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 %c)
  ret i8 %r
}

declare i8 @llvm.fshr.i8(i8, i8, i8)
