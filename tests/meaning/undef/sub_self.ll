; RUN: tollgate run %s --fn f --args undef
; CLAUSE: undefined values: x - x of an undef x is undef
target datalayout = "e"

define i8 @f(i8 %x) {
  %r = sub i8 %x, %x
  ret i8 %r
}
