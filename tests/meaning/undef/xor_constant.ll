; RUN: tollgate run %s --fn f --args undef
; CLAUSE: undefined values: flipping undef bits leaves them undef
target datalayout = "e"

define i8 @f(i8 %x) {
  %m = and i8 %x, 3
  %r = xor i8 %m, 6
  ret i8 %r
}
