; RUN: tollgate run %s --fn f --args 16909060
; CLAUSE: llvm.bswap: reverses the bytes
target datalayout = "e"

declare i32 @llvm.bswap.i32(i32)

define i32 @f(i32 %x) {
  %r = call i32 @llvm.bswap.i32(i32 %x)
  ret i32 %r
}
