; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 16
; CLAUSE: llvm.ctlz: of zero it is poison if the second argument says so
target datalayout = "e"

declare i8 @llvm.ctlz.i8(i8, i1)

define i8 @f(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 true)
  ret i8 %r
}
