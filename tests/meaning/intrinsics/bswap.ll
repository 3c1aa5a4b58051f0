; RUN: tollgate run %s --fn f --args 0x01020304
; RUN: tollgate run %s --fn f --args 255
; CLAUSE: 'llvm.bswap.*' Intrinsic: the bytes in reverse order
define i32 @f(i32 %a) {
  %r = call i32 @llvm.bswap.i32(i32 %a)
  ret i32 %r
}

declare i32 @llvm.bswap.i32(i32)
