; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn g --args undef --choices all
; CLAUSE: Undefined Values: a comparison that has the same answer for every number has it for undef
define i1 @f(i2 %x) {
  %r = icmp ult i2 %x, 0
  ret i1 %r
}

define i1 @g(i2 %x) {
  %r = icmp sle i2 %x, 1
  ret i1 %r
}
