; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 5
; RUN: tollgate run %s --fn f --args 256
; CLAUSE: 'llvm.bswap.*' Intrinsics: the order of bytes changes, and undef bits move with their bytes
define i16 @f(i16 %x) {
  %m = and i16 %x, 255
  %s = call i16 @llvm.bswap.i16(i16 %m)
  %s.fixed = freeze i16 %s
  %r = and i16 %s.fixed, 255
  ret i16 %r
}

declare i16 @llvm.bswap.i16(i16)
