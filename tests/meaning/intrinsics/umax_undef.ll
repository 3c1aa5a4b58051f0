; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: 'llvm.umax.*' Intrinsic: an undef operand is a choice: no result is below the other operand
define i8 @f(i2 %x) {
  %m = call i2 @llvm.umax.i2(i2 %x, i2 -2)
  %r = zext i2 %m to i8
  ret i8 %r
}

declare i2 @llvm.umax.i2(i2, i2)
