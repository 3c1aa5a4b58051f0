; RUN: tollgate run %s --fn f --args 1,2,1
; RUN: tollgate run %s --fn f --args 1,2,8
; RUN: tollgate run %s --fn f --args -1,0,4
; CLAUSE: llvm.fshr: the amount counts modulo the width
target datalayout = "e"

declare i8 @llvm.fshr.i8(i8, i8, i8)

define i8 @f(i8 %x, i8 %y, i8 %z) {
  %r = call i8 @llvm.fshr.i8(i8 %x, i8 %y, i8 %z)
  ret i8 %r
}
