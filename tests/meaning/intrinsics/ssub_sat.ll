; RUN: tollgate run %s --fn f --args 100,-100
; RUN: tollgate run %s --fn f --args -100,100
; RUN: tollgate run %s --fn f --args 0,-128
; CLAUSE: 'llvm.ssub.sat.*' Intrinsic: a signed difference stops at the largest and the smallest number
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.ssub.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.ssub.sat.i8(i8, i8)
