; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: Poison Values: xor and sub of poison with itself are poison, not zero
define i8 @f(i8 %a) {
  %r = xor i8 %a, %a
  ret i8 %r
}

define i8 @g(i8 %a) {
  %r = sub i8 %a, %a
  ret i8 %r
}
