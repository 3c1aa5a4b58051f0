; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args 3,2
; RUN: tollgate run %s --fn f --args 1,8
; CLAUSE: llvm.ushl.sat: saturates; an amount of at least the width is poison
target datalayout = "e"

declare i8 @llvm.ushl.sat.i8(i8, i8)

define i8 @f(i8 %x, i8 %y) {
  %r = call i8 @llvm.ushl.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}
