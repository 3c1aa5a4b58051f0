; RUN: tollgate run %s --fn f --args 0,1
; RUN: tollgate run %s --fn f --args 5,5
; CLAUSE: llvm.usub.with.overflow: the wrapped difference, and whether it is not the unsigned one
target datalayout = "e"

declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)

define { i8, i1 } @f(i8 %x, i8 %y) {
  %r = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %x, i8 %y)
  ret { i8, i1 } %r
}
