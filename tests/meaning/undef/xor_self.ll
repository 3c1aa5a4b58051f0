; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn f --args 5
; CLAUSE: Undefined Values: each use of undef is a choice of its own, so x ^ x need not be zero; symbolically it is undef
define i8 @f(i8 %a) {
  %r = xor i8 %a, %a
  ret i8 %r
}
