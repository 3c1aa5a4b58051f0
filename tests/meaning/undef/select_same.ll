; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: select on undef between equal values is that value, other than on poison
define i8 @f(i1 %a) {
  %r = select i1 %a, i8 3, i8 3
  ret i8 %r
}
