; RUN: tollgate run %s --fn f --args 255,1
; RUN: tollgate run %s --fn f --args 3,4
; CLAUSE: llvm.uadd.sat: stops at the largest unsigned number
target datalayout = "e"

declare i8 @llvm.uadd.sat.i8(i8, i8)

define i8 @f(i8 %x, i8 %y) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}
