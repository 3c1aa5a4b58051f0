; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: undef times zero is zero
define i2 @f(i2 %a) {
  %r = mul i2 %a, 0
  ret i2 %r
}
