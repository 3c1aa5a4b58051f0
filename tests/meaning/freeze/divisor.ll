; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; CLAUSE: 'freeze' Instruction: a divisor that is frozen and made odd is never zero
define i8 @f(i8 %x) {
  %x.fixed = freeze i8 %x
  %odd = or i8 %x.fixed, 1
  %q = udiv i8 %odd, %odd
  ret i8 %q
}
