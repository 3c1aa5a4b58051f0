; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 21
; CLAUSE: llvm.ctpop: counts the set bits
target datalayout = "e"

declare i8 @llvm.ctpop.i8(i8)

define i8 @f(i8 %x) {
  %r = call i8 @llvm.ctpop.i8(i8 %x)
  ret i8 %r
}
