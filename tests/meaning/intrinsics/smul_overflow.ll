; RUN: tollgate run %s --fn f --args -1,2
; RUN: tollgate run %s --fn f --args -128,-1
; RUN: tollgate run %s --fn f --args 16,8
; CLAUSE: 'llvm.smul.with.overflow.*' Intrinsic: the product modulo 2^n and whether it wrapped as signed
define { i8, i1 } @f(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
