; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn g --args undef
; CLAUSE: undefined values: trunc keeps the definedness of the bits that stay
target datalayout = "e"

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
