; RUN: tollgate run %s --fn f --args 1,2
; RUN: tollgate run %s --fn f --args -1,1
; CLAUSE: 'llvm.usub.sat.*' Intrinsic: an unsigned difference stops at zero
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.usub.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.usub.sat.i8(i8, i8)
