; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: Poison Values: a poison dividend gives poison; only the divisor is dangerous
define i8 @f(i8 %a) {
  %r = udiv i8 %a, 2
  ret i8 %r
}

define i8 @g(i8 %a) {
  %r = srem i8 %a, 3
  ret i8 %r
}
