; RUN: tollgate run %s --fn f --args poison,undef
; RUN: tollgate run %s --fn f --args undef,poison
; CLAUSE: poison values: an operation on poison and undef is poison
target datalayout = "e"

define i8 @f(i8 %x, i8 %y) {
  %r = or i8 %x, %y
  ret i8 %r
}
