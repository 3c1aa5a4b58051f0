; RUN: tollgate run %s --fn f --args 0x010203040506
; CLAUSE: 'llvm.bswap.*' Intrinsic: the bytes of an i48 in reverse order
define i48 @f(i48 %a) {
  %r = call i48 @llvm.bswap.i48(i48 %a)
  ret i48 %r
}

declare i48 @llvm.bswap.i48(i48)
