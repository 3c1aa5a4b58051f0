; RUN: tollgate run %s --fn f --args 100,100
; RUN: tollgate run %s --fn f --args -100,-100
; RUN: tollgate run %s --fn f --args 100,-100
; CLAUSE: 'llvm.sadd.sat.*' Intrinsic: a signed sum stops at the largest and the smallest number
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.sadd.sat.i8(i8, i8)
