; RUN: tollgate run %s --fn f --args poison --choices all
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'freeze' Instruction: arithmetic on a frozen value can make poison again
define i8 @f(i8 %x) {
  %x.fixed = freeze i8 %x
  %big = or i8 %x.fixed, 127
  %r = add nuw i8 %big, -127
  ret i8 %r
}
