; RUN: tollgate run %s --fn f --args -128
; RUN: tollgate run %s --fn f --args -5
; RUN: tollgate run %s --fn f --args 5
; CLAUSE: llvm.abs: of the smallest number wraps to itself
target datalayout = "e"

declare i8 @llvm.abs.i8(i8, i1)

define i8 @f(i8 %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)
  ret i8 %r
}
