; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn g --args undef --choices symbolic
; RUN: tollgate run %s --fn f --args 5 --choices symbolic
; CLAUSE: §9.1: an outcome that rests on a sampled choice says so, one that does not sample does not
define i8 @f(i8 %x) {
  %r = udiv i8 %x, 3
  ret i8 %r
}

define i8 @g(i8 %x) {
  %r = xor i8 %x, 1
  ret i8 %r
}
