; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn g --args undef --choices symbolic
; CLAUSE: semantics.md section 9: a source run whose outcome rests on a sampled choice says so
target datalayout = "e"

define i1 @f(i8 %x) {
  %r = icmp ult i8 %x, 200
  ret i1 %r
}

define i8 @g(i8 %x) {
  %r = xor i8 %x, 1
  ret i8 %r
}
