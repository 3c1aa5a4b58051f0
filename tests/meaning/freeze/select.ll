; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: 'freeze' Instruction: a select on a frozen value gives one of its values, never poison
define i8 @f(i1 %c) {
  %c.fixed = freeze i1 %c
  %r = select i1 %c.fixed, i8 1, i8 2
  ret i8 %r
}
