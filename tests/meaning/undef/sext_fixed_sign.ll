; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn g --args undef --choices symbolic
; CLAUSE: Undefined Values: sext of a value with a fixed sign bit leaves only the low bits undef
define i8 @f(i4 %x) {
  %m = and i4 %x, 7
  %r = sext i4 %m to i8
  ret i8 %r
}

define i8 @g(i4 %x) {
  %m = or i4 %x, 8
  %r = sext i4 %m to i8
  ret i8 %r
}
