; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: undef plus a constant can be every number
define i8 @f(i8 %a) {
  %r = add i8 %a, 1
  ret i8 %r
}
