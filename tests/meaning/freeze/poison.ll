; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: 'freeze' Instruction: poison becomes an arbitrary but fixed number
define i1 @f(i1 %a) {
  %r = freeze i1 %a
  ret i1 %r
}
