; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn g --args undef --choices all
; CLAUSE: undefined values: twice an undef value is even, unlike x + x
target datalayout = "e"

define i2 @f(i2 %x) {
  %r = mul i2 %x, 2
  %f = freeze i2 %r
  ret i2 %f
}

define i2 @g(i2 %x) {
  %r = add i2 %x, %x
  %f = freeze i2 %r
  ret i2 %f
}
