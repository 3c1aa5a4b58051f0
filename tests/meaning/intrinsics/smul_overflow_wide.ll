; RUN: tollgate run %s --fn f --args -170141183460469231731687303715884105728,-1
; RUN: tollgate run %s --fn f --args 18446744073709551616,2
; CLAUSE: 'llvm.smul.with.overflow.*' Intrinsic: wide products overflow as well
define { i128, i1 } @f(i128 %a, i128 %b) {
  %r = call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %a, i128 %b)
  ret { i128, i1 } %r
}

declare { i128, i1 } @llvm.smul.with.overflow.i128(i128, i128)
