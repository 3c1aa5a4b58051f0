; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: 'llvm.ctpop.*' Intrinsic: an undef operand is a choice: no result is above the width
define i8 @f(i2 %x) {
  %m = call i2 @llvm.ctpop.i2(i2 %x)
  %r = zext i2 %m to i8
  ret i8 %r
}

declare i2 @llvm.ctpop.i2(i2)
