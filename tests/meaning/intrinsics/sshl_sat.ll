; RUN: tollgate run %s --fn f --args 1,6
; RUN: tollgate run %s --fn f --args 1,7
; RUN: tollgate run %s --fn f --args -1,7
; RUN: tollgate run %s --fn f --args -3,7
; RUN: tollgate run %s --fn f --args 1,8
; CLAUSE: 'llvm.sshl.sat.*' Intrinsic: a shift that loses the sign stops at the largest or smallest number; one that is too far gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.sshl.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.sshl.sat.i8(i8, i8)
