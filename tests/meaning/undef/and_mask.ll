; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn g --args undef --choices symbolic
; CLAUSE: Undefined Values: and with a constant clears bits for certain and leaves the others undef
define i8 @f(i8 %x) {
  %r = and i8 %x, 14
  ret i8 %r
}

define i8 @g(i8 %x) {
  %r = and i8 %x, 0
  ret i8 %r
}
