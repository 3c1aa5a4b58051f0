; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: Poison Values: a poison divisor is undefined behaviour, for it may be zero
define i8 @f(i8 %b) {
  %q = udiv i8 1, %b
  ret i8 %q
}

define i8 @g(i8 %b) {
  %p = srem i8 1, %b
  ret i8 %p
}
