; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn g --args undef --choices symbolic
; CLAUSE: Undefined Values: or with a constant sets bits for certain and leaves the others undef
define i8 @f(i8 %x) {
  %r = or i8 %x, 112
  ret i8 %r
}

define i8 @g(i8 %x) {
  %r = or i8 %x, -1
  ret i8 %r
}
