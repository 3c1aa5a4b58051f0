; RUN: tollgate run %s --fn f --args 0,1
; RUN: tollgate run %s --fn f --args -1,1
; CLAUSE: 'llvm.usub.with.overflow.*' Intrinsic: the difference modulo 2^n and whether it fell below zero
define { i8, i1 } @f(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
