; RUN: tollgate run %s --fn f --args 16,16
; RUN: tollgate run %s --fn f --args 15,17
; RUN: tollgate run %s --fn f --args -1,2
; CLAUSE: 'llvm.umul.with.overflow.*' Intrinsic: the product modulo 2^n and whether it wrapped as unsigned
define { i8, i1 } @f(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
