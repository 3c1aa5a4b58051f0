; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: Poison Values: ashr with a poison operand is poison
define i8 @f(i8 %a) {
  %r = ashr i8 %a, 7
  ret i8 %r
}

define i8 @g(i8 %a) {
  %r = ashr i8 7, %a
  ret i8 %r
}
