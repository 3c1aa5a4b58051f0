; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args -128,127
; CLAUSE: 'llvm.smin.*' Intrinsic: the smaller operand, signed
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.smin.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.smin.i8(i8, i8)
