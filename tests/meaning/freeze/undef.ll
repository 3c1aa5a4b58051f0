; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: 'freeze' Instruction: undef becomes an arbitrary but fixed number
define i1 @f(i1 %a) {
  %r = freeze i1 %a
  ret i1 %r
}
