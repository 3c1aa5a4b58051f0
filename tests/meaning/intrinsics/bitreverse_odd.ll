; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: 'llvm.bitreverse.*' Intrinsic: the bits in reverse order, at any width
define i7 @f(i7 %a) {
  %r = call i7 @llvm.bitreverse.i7(i7 %a)
  ret i7 %r
}

declare i7 @llvm.bitreverse.i7(i7)
