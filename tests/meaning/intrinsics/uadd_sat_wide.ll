; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args 18446744073709551615,1
; CLAUSE: 'llvm.uadd.sat.*' Intrinsic: limits are those of the width
define i128 @f(i128 %a, i128 %b) {
  %r = call i128 @llvm.uadd.sat.i128(i128 %a, i128 %b)
  ret i128 %r
}

declare i128 @llvm.uadd.sat.i128(i128, i128)
