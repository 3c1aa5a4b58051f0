; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args 127,128
; RUN: tollgate run %s --fn f --args poison,0
; CLAUSE: 'llvm.umin.*' Intrinsic: the smaller operand, unsigned; poison if one is, even against zero
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.umin.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.umin.i8(i8, i8)
