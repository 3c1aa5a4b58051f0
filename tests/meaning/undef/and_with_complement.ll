; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn f --args 90
; CLAUSE: Undefined Values: x & ~x of an undef x need not be zero
define i8 @f(i8 %x) {
  %n = xor i8 %x, -1
  %r = and i8 %x, %n
  ret i8 %r
}
