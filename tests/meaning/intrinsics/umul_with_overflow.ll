; RUN: tollgate run %s --fn f --args 16,16
; RUN: tollgate run %s --fn f --args 15,17
; CLAUSE: llvm.umul.with.overflow: the wrapped product, and whether it is not the unsigned one
target datalayout = "e"

declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)

define { i8, i1 } @f(i8 %x, i8 %y) {
  %r = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 %y)
  ret { i8, i1 } %r
}
