; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args 0,1
; CLAUSE: llvm.ssub.with.overflow: the wrapped difference, and whether it is not the signed one
target datalayout = "e"

declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)

define { i8, i1 } @f(i8 %x, i8 %y) {
  %r = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 %y)
  ret { i8, i1 } %r
}
