; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: a remainder of undef is below the divisor
define i8 @f(i4 %x) {
  %m = urem i4 %x, 3
  %r = zext i4 %m to i8
  ret i8 %r
}
