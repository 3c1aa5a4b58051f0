; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: all copies of an undef sign bit that one ashr makes are one choice
define i8 @f(i2 %x) {
  %s = ashr i2 %x, 1
  %s.fixed = freeze i2 %s
  %r = zext i2 %s.fixed to i8
  ret i8 %r
}
