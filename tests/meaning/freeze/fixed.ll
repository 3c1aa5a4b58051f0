; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn g --args poison --choices all
; CLAUSE: freeze: all uses of the result see the same value
target datalayout = "e"

define i2 @f(i2 %x) {
  %y = freeze i2 %x
  %r = xor i2 %y, %y
  ret i2 %r
}

define i1 @g(i2 %x) {
  %y = freeze i2 %x
  %r = icmp eq i2 %y, %y
  ret i1 %r
}
