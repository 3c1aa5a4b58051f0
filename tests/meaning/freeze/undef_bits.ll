; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: freeze: of undef it is any value of the type
target datalayout = "e"

define i2 @f(i2 %x) {
  %r = freeze i2 %x
  ret i2 %r
}
