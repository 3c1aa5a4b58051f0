; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: a partly undef divisor that cannot be zero is fine
define i8 @f(i8 %b) {
  %odd = or i8 %b, 4
  %q = udiv i8 3, %odd
  ret i8 %q
}
