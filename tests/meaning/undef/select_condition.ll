; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: undefined values: select on undef may give either value
target datalayout = "e"

define i8 @f(i1 %c) {
  %r = select i1 %c, i8 1, i8 2
  ret i8 %r
}
