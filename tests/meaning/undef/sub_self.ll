; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn f --args 7
; CLAUSE: Undefined Values: x - x of an undef x is undef
define i8 @f(i8 %a) {
  %r = sub i8 %a, %a
  ret i8 %r
}
