; RUN: tollgate run %s --fn f --args 1,0,8
; RUN: tollgate run %s --fn f --args 1,0,9
; RUN: tollgate run %s --fn f --args -128,-128,-1
; CLAUSE: 'llvm.fshl.*' Intrinsic: the amount is taken modulo the width, so it is never too far
define i8 @f(i8 %a, i8 %b, i8 %c) {
  %r = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 %c)
  ret i8 %r
}

declare i8 @llvm.fshl.i8(i8, i8, i8)
