; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: shl moves undef bits and brings in zeros
define i8 @f(i8 %a) {
  %r = shl i8 %a, 5
  ret i8 %r
}
