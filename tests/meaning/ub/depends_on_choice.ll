; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: 'freeze' Instruction: a choice may lead to undefined behaviour; then it is one of the outcomes
define i8 @f(i1 %x) {
  %x.fixed = freeze i1 %x
  %x.8 = zext i1 %x.fixed to i8
  %q = udiv i8 6, %x.8
  ret i8 %q
}
