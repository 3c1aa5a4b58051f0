; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args 5,5
; RUN: tollgate run %s --fn f --args 1,-1
; CLAUSE: 'llvm.ucmp.*' Intrinsic: -1, 0 or 1 as the first operand is smaller, equal or larger, unsigned; two bits suffice
define i2 @f(i16 %a, i16 %b) {
  %r = call i2 @llvm.ucmp.i2.i16(i16 %a, i16 %b)
  ret i2 %r
}

declare i2 @llvm.ucmp.i2.i16(i16, i16)
