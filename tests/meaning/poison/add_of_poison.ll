; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: poison values: add of a poison operand is poison, whatever the other operand is
target datalayout = "e"

define i8 @f(i8 %a) {
  %r = add i8 %a, 1
  ret i8 %r
}

define i8 @g(i8 %a) {
  %r = add i8 1, %a
  ret i8 %r
}
