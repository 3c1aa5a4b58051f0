; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: undefined values: select on undef between equal values is that value
target datalayout = "e"

define i8 @f(i1 %c) {
  %r = select i1 %c, i8 3, i8 3
  ret i8 %r
}
