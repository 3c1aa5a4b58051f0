; RUN: tollgate run %s --fn f --args 3,6
; RUN: tollgate run %s --fn f --args 3,7
; RUN: tollgate run %s --fn f --args 1,8
; RUN: tollgate run %s --fn f --args 0,7
; CLAUSE: 'llvm.ushl.sat.*' Intrinsic: a shift that loses set bits stops at the largest number; one that is too far gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.ushl.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.ushl.sat.i8(i8, i8)
