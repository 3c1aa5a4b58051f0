; RUN: tollgate run %s --fn f --args 3,5
; RUN: tollgate run %s --fn f --args 5,3
; CLAUSE: llvm.usub.sat: stops at zero
target datalayout = "e"

declare i8 @llvm.usub.sat.i8(i8, i8)

define i8 @f(i8 %x, i8 %y) {
  %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}
