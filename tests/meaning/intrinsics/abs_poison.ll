; RUN: tollgate run %s --fn f --args -128
; RUN: tollgate run %s --fn f --args -127
; CLAUSE: llvm.abs: of the smallest number is poison if the second argument says so
target datalayout = "e"

declare i8 @llvm.abs.i8(i8, i1)

define i8 @f(i8 %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 true)
  ret i8 %r
}
