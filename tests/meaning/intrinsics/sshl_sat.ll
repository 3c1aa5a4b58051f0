; RUN: tollgate run %s --fn f --args 64,1
; RUN: tollgate run %s --fn f --args -65,1
; RUN: tollgate run %s --fn f --args 3,2
; RUN: tollgate run %s --fn f --args 1,8
; CLAUSE: llvm.sshl.sat: saturates; an amount of at least the width is poison
target datalayout = "e"

declare i8 @llvm.sshl.sat.i8(i8, i8)

define i8 @f(i8 %x, i8 %y) {
  %r = call i8 @llvm.sshl.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}
