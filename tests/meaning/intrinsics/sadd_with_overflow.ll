; RUN: tollgate run %s --fn f --args 127,1
; RUN: tollgate run %s --fn f --args 1,2
; RUN: tollgate run %s --fn f --args 255,1
; CLAUSE: llvm.sadd.with.overflow: the wrapped sum, and whether it is not the signed sum
target datalayout = "e"

declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)

define { i8, i1 } @f(i8 %x, i8 %y) {
  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %x, i8 %y)
  ret { i8, i1 } %r
}
