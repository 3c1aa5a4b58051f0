; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args poison
; CLAUSE: llvm.ctlz: zero has as many leading zeros as bits, if that is not declared poison
target datalayout = "e"

declare i8 @llvm.ctlz.i8(i8, i1)

define i8 @f(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  ret i8 %r
}
