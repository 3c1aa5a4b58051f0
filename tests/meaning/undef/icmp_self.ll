; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: undefined values: comparing an undef value with itself may give either truth
target datalayout = "e"

define i1 @f(i2 %x) {
  %r = icmp eq i2 %x, %x
  %f = freeze i1 %r
  ret i1 %f
}
