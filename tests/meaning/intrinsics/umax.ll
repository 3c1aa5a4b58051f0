; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args 127,128
; CLAUSE: 'llvm.umax.*' Intrinsic: the larger operand, unsigned
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.umax.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.umax.i8(i8, i8)
