; RUN: tollgate run %s --fn f --args 63,1
; RUN: tollgate run %s --fn f --args -64,-1
; CLAUSE: 'llvm.sadd.sat.*' Intrinsic: limits are those of the width
define i7 @f(i7 %a, i7 %b) {
  %r = call i7 @llvm.sadd.sat.i7(i7 %a, i7 %b)
  ret i7 %r
}

declare i7 @llvm.sadd.sat.i7(i7, i7)
