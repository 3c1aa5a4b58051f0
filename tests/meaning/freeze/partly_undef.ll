; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: 'freeze' Instruction: the bits that are defined stay
define i8 @f(i8 %x) {
  %m = and i8 %x, 5
  %n = or i8 %m, 2
  %r = freeze i8 %n
  ret i8 %r
}
