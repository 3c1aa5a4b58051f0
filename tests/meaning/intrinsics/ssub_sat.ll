; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args 127,-1
; CLAUSE: llvm.ssub.sat: stops at the largest and the smallest signed number
target datalayout = "e"

declare i8 @llvm.ssub.sat.i8(i8, i8)

define i8 @f(i8 %x, i8 %y) {
  %r = call i8 @llvm.ssub.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}
