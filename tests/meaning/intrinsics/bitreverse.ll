; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 6
; CLAUSE: 'llvm.bitreverse.*' Intrinsic: the bits in reverse order, at any width
define i8 @f(i8 %a) {
  %r = call i8 @llvm.bitreverse.i8(i8 %a)
  ret i8 %r
}

declare i8 @llvm.bitreverse.i8(i8)
