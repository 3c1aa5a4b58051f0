; RUN: tollgate run %s --fn f --args poison --choices all
; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn f --args false --choices all
; CLAUSE: 'freeze' Instruction: a branch on a frozen value is defined and goes either way
define i8 @f(i1 %c) {
  %c.fixed = freeze i1 %c
  br i1 %c.fixed, label %yes, label %no

yes:
  ret i8 1

no:
  ret i8 2
}
