; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: undef high bits stay undef under add, and the low bits add up as usual
define i8 @f(i8 %x) {
  %m = and i8 %x, -16
  %r = add i8 %m, 21
  ret i8 %r
}
