; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: an undef amount chooses an amount, and too large ones give poison
define i8 @f(i2 %x) {
  %s = shl i2 1, %x
  %r = zext i2 %s to i8
  ret i8 %r
}
