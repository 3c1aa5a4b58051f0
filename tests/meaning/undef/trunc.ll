; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn g --args undef --choices symbolic
; RUN: tollgate run %s --fn h --args undef --choices symbolic
; CLAUSE: Undefined Values: trunc keeps the bits that stay as they were
define i8 @f(i16 %x) {
  %m = or i16 %x, 255
  %r = trunc i16 %m to i8
  ret i8 %r
}

define i8 @g(i16 %x) {
  %m = and i16 %x, 4095
  %s = lshr i16 %m, 8
  %r = trunc i16 %s to i8
  ret i8 %r
}

define i8 @h(i16 %x) {
  %r = trunc i16 %x to i8
  ret i8 %r
}
