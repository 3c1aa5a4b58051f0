; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn f --args 1 --choices all
; CLAUSE: Undefined Values: an undef value need not be equal to itself
define i1 @f(i2 %x) {
  %r = icmp eq i2 %x, %x
  ret i1 %r
}
