; RUN: tollgate run %s --fn f --args undef
; CLAUSE: undefined values: undef plus a constant can be anything
target datalayout = "e"

define i8 @f(i8 %x) {
  %r = add i8 %x, 1
  ret i8 %r
}
