; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 40
; RUN: tollgate run %s --fn f --args -128
; CLAUSE: llvm.cttz: counts from the lowest bit
target datalayout = "e"

declare i8 @llvm.cttz.i8(i8, i1)

define i8 @f(i8 %x) {
  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  ret i8 %r
}
