; RUN: tollgate run %s --fn f --args 1,-128,1
; RUN: tollgate run %s --fn f --args 1,-128,9
; RUN: tollgate run %s --fn f --args 1,-128,8
; RUN: tollgate run %s --fn f --args 1,-128,0
; CLAUSE: llvm.fshl: the amount counts modulo the width
target datalayout = "e"

declare i8 @llvm.fshl.i8(i8, i8, i8)

define i8 @f(i8 %x, i8 %y, i8 %z) {
  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %y, i8 %z)
  ret i8 %r
}
