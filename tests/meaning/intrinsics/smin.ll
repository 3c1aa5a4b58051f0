; RUN: tollgate run %s --fn f --args -1,1
; CLAUSE: llvm.smin: the smaller as signed numbers
target datalayout = "e"

declare i8 @llvm.smin.i8(i8, i8)

define i8 @f(i8 %x, i8 %y) {
  %r = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  ret i8 %r
}
