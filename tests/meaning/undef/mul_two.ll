; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn g --args undef --choices all
; CLAUSE: Undefined Values: twice an undef value is even, but x + x is not, since each use is a choice
define i8 @f(i2 %x) {
  %d = mul i2 %x, 2
  %d.fixed = freeze i2 %d
  %r = zext i2 %d.fixed to i8
  ret i8 %r
}

define i8 @g(i2 %x) {
  %d = add i2 %x, %x
  %d.fixed = freeze i2 %d
  %r = zext i2 %d.fixed to i8
  ret i8 %r
}
