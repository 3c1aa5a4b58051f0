; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: a quotient of undef is one that some dividend has
define i8 @f(i2 %x) {
  %m = udiv i2 %x, -1
  %r = zext i2 %m to i8
  ret i8 %r
}
