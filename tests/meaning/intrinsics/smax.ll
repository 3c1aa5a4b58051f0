; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args -128,127
; CLAUSE: llvm.smax: the larger as signed numbers
target datalayout = "e"

declare i8 @llvm.smax.i8(i8, i8)

define i8 @f(i8 %x, i8 %y) {
  %r = call i8 @llvm.smax.i8(i8 %x, i8 %y)
  ret i8 %r
}
