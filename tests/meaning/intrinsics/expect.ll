; RUN: tollgate run %s --fn f --args 5
; RUN: tollgate run %s --fn f --args poison
; CLAUSE: llvm.expect: gives its first argument, whatever was expected
target datalayout = "e"

declare i32 @llvm.expect.i32(i32, i32)

define i32 @f(i32 %x) {
  %r = call i32 @llvm.expect.i32(i32 %x, i32 1)
  ret i32 %r
}
