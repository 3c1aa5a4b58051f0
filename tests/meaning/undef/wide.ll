; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: the bits of a wide integer are undef each for itself
define i8 @f(i128 %x) {
  %m = shl i128 %x, 70
  %s = lshr i128 %m, 68
  %r = trunc i128 %s to i8
  ret i8 %r
}
