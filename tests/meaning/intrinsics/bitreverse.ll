; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 6
; CLAUSE: llvm.bitreverse: reverses the bits
target datalayout = "e"

declare i8 @llvm.bitreverse.i8(i8)

define i8 @f(i8 %x) {
  %r = call i8 @llvm.bitreverse.i8(i8 %x)
  ret i8 %r
}
