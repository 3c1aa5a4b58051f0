; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args -128,127
; RUN: tollgate run %s --fn f --args poison,127
; CLAUSE: 'llvm.smax.*' Intrinsic: the larger operand, signed; poison if one is
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.smax.i8(i8, i8)
