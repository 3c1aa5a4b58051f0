; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: the bits that zext adds are zero
define i8 @f(i4 %a) {
  %r = zext i4 %a to i8
  ret i8 %r
}
