; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: select on undef gives either value
define i8 @f(i1 %a) {
  %r = select i1 %a, i8 1, i8 2
  ret i8 %r
}
