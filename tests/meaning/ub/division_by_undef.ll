; RUN: tollgate run %s --fn f --args undef
; CLAUSE: Undefined Values: an undef divisor may be zero, which makes the division undefined behaviour
define i8 @f(i8 %b) {
  %q = udiv i8 1, %b
  ret i8 %q
}
