; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args 5,5
; RUN: tollgate run %s --fn f --args 1,-1
; RUN: tollgate run %s --fn f --args poison,1
; CLAUSE: 'llvm.scmp.*' Intrinsic: -1, 0 or 1 as the first operand is smaller, equal or larger, signed
define i8 @f(i16 %a, i16 %b) {
  %r = call i8 @llvm.scmp.i8.i16(i16 %a, i16 %b)
  ret i8 %r
}

declare i8 @llvm.scmp.i8.i16(i16, i16)
