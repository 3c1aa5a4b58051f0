; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn g --args undef --choices all
; CLAUSE: Undefined Values: a comparison of a partly undef value is undef if the patterns that its fixed bits leave allow both answers
define i1 @f(i2 %x) {
  %m = or i2 %x, 2
  %r = icmp uge i2 %m, 2
  ret i1 %r
}

define i1 @g(i2 %x) {
  %m = or i2 %x, 2
  %r = icmp eq i2 %m, 3
  ret i1 %r
}
