; RUN: tollgate run %s --fn f --args 255,1
; RUN: tollgate run %s --fn f --args 127,1
; RUN: tollgate run %s --fn f --args -128,-128
; CLAUSE: 'llvm.sadd.with.overflow.*' Intrinsic: the sum modulo 2^n and whether it wrapped as signed
define { i8, i1 } @f(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
