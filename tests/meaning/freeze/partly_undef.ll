; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: freeze: keeps the bits that are defined
target datalayout = "e"

define i8 @f(i8 %x) {
  %m = and i8 %x, 1
  %o = or i8 %m, 4
  %r = freeze i8 %o
  ret i8 %r
}
