; RUN: tollgate run %s --fn f --args 200,100
; RUN: tollgate run %s --fn f --args 200,55
; RUN: tollgate run %s --fn f --args 1,2
; CLAUSE: 'llvm.uadd.sat.*' Intrinsic: an unsigned sum stops at the largest number
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.uadd.sat.i8(i8, i8)
