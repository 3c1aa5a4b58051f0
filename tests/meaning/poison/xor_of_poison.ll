; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: Poison Values: xor with a poison operand is poison
define i8 @f(i8 %a) {
  %r = xor i8 %a, 1
  ret i8 %r
}

define i8 @g(i8 %a) {
  %r = xor i8 1, %a
  ret i8 %r
}
