; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: Poison Values: mul with a poison operand is poison, even if the other one is zero
define i8 @f(i8 %a) {
  %r = mul i8 %a, 0
  ret i8 %r
}

define i8 @g(i8 %a) {
  %r = mul i8 0, %a
  ret i8 %r
}
