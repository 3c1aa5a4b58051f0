; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn f --args 2 --choices all
; CLAUSE: Undefined Values: x ^ x of an undef x can be every number
define i8 @f(i2 %x) {
  %d = xor i2 %x, %x
  %d.fixed = freeze i2 %d
  %r = zext i2 %d.fixed to i8
  ret i8 %r
}
