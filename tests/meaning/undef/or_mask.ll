; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn g --args undef
; CLAUSE: undefined values: or with a constant sets bits for certain and leaves the others undef
target datalayout = "e"

define i8 @f(i8 %x) {
  %r = or i8 %x, 240
  ret i8 %r
}

define i8 @g(i8 %x) {
  %r = or i8 %x, -1
  ret i8 %r
}
