; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn g --args undef
; CLAUSE: undefined values: and with a constant clears bits for certain and leaves the others undef
target datalayout = "e"

define i8 @f(i8 %x) {
  %r = and i8 %x, 15
  ret i8 %r
}

define i8 @g(i8 %x) {
  %r = and i8 %x, 0
  ret i8 %r
}
